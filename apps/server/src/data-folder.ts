import { mkdirSync } from 'node:fs';
import { unfinishedRestore } from '@placard/db/process/unfinished-restore';

/**
 * Makes the data folder where there is none, as the launcher does for its own: a process started apart needs it for what it
 * keeps beside the database, and would say that its disk fails.
 * @throws Error in words for whoever starts it, also where it holds half of a restore
 */
export function openDataFolder(folder: string): void {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o750 });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new Error(
      `PLACARD_DATA_DIR is ${folder}, which cannot be made (${code}). Give a folder that this user may write to.`,
      { cause: error },
    );
  }
  const unfinished = unfinishedRestore(folder);
  if (unfinished !== undefined) throw new Error(unfinished);
}
