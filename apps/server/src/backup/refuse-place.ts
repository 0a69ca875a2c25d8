import { realpathSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
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

/** @throws BackupFault where what is kept would be kept in the data folder, by a link too */
export function refusePlace(into: string, dataDir: string): void {
  if (`${realPlace(into)}/`.startsWith(`${realPlace(dataDir)}/`))
    throw new BackupFault(
      `${into} lies in the data folder: it would be lost with it. Choose a folder outside, better a disk of its own.`,
    );
}
