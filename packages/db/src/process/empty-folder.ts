import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';

/** Each ext4 has it in its uppermost folder: a disk is empty with it, and keeps it. */
const OF_THE_DISK = 'lost+found';

/** What is in a folder, or in the one that a link leads to. @throws where there is no folder */
export function namesIn(folder: string): string[] {
  return readdirSync(folder).filter((name) => name !== OF_THE_DISK);
}

/** A folder that holds nothing, or a link to one: such as that of a disk which a part of the data is to have for itself. */
export function isEmptyFolder(path: string): boolean {
  try {
    return namesIn(path).length === 0;
  } catch {
    return false;
  }
}

/** Removes all that is in it; itself it stays, as a disk or a link to one has to. */
export function emptyFolder(folder: string): void {
  for (const name of namesIn(folder)) rmSync(join(folder, name), { recursive: true, force: true });
}
