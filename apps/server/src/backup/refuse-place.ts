import { realpathSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { kernelFolderFault } from '@placard/db/process/kernel-folder';
import { BackupFault } from './backup-fault.ts';

/** Where a path leads, through whatever links: of what is not there yet, the part that is. */
function realPlace(path: string): string {
  const whole = resolve(path);
  for (let there = whole; ; there = dirname(there)) {
    try {
      return join(realpathSync(there), relative(there, whole));
    } catch (cause) {
      if (there === dirname(there)) throw cause;
    }
  }
}

/** What is wrong with a place where nothing is kept, or where what is kept would lie in the data folder, by a link too; null: nothing. */
export function placeFault(into: string, dataDir: string): string | null {
  const fault = kernelFolderFault(into);
  if (fault !== null) return fault;
  return `${realPlace(into)}/`.startsWith(`${realPlace(dataDir)}/`)
    ? `${into} lies in the data folder: it would be lost with it. Choose a folder outside, better a disk of its own.`
    : null;
}

/** @throws BackupFault with that */
export function refusePlace(into: string, dataDir: string): void {
  const fault = placeFault(into, dataDir);
  if (fault !== null) throw new BackupFault(fault);
}
