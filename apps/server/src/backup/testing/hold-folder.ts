import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Nobody removes this folder from now on: it is one that nobody may write to or, for root, who may all, a disk.
 * @param places where it may lie by the time that this ends
 * @returns what ends it; null: it can't be done here
 */
export function holdFolder(folder: string, places: readonly string[] = [folder]): (() => void) | null {
  const place = () => places.find((path) => existsSync(path)) ?? folder;
  if (process.getuid?.() !== 0) {
    writeFileSync(join(folder, 'held'), '');
    chmodSync(folder, 0o500);
    return () => chmodSync(place(), 0o700);
  }
  try {
    execFileSync('mount', ['-t', 'tmpfs', 'tmpfs', folder], { stdio: 'ignore' });
  } catch {
    return null;
  }
  return () => execFileSync('umount', [place()]);
}
