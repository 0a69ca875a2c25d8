import { statfsSync } from 'node:fs';
import { dirname, resolve } from 'node:path';

/** linux/magic.h: what is made there, where anything can be, is the kernel's to say and gone with the machine's next start. */
const KERNEL_FILE_SYSTEMS: readonly number[] = [
  0x9f_a0, // proc
  0x62_65_65_72, // sysfs
  0x27_e0_eb, // cgroup
  0x63_67_72_70, // cgroup2
  0x64_62_67_20, // debugfs
  0x74_72_61_63, // tracefs
  0x73_63_66_73, // securityfs
];

/**
 * What is wrong with a folder to keep something in, there or not: that it lies where nothing is kept. Node 24 makes folders
 * below /proc for ever, since the parent is there and the answer is that it is not.
 */
export function kernelFolderFault(path: string): string | null {
  for (let at = resolve(path); ; at = dirname(at)) {
    const type = typeOf(at);
    if (type === null && at !== dirname(at)) continue;
    return type !== null && KERNEL_FILE_SYSTEMS.includes(type)
      ? `${path} lies among what the kernel tells of itself, as /proc and /sys do, where nothing is kept. Choose a folder of a disk.`
      : null;
  }
}

function typeOf(path: string): number | null {
  try {
    return statfsSync(path).type;
  } catch {
    return null;
  }
}
