import { existsSync } from 'node:fs';
import { join } from 'node:path';

/** The mark of a restore that is under way, or was killed. */
export const UNFINISHED_RESTORE = 'restore.unfinished';

/** Why nothing may start on this data folder; undefined: it may. */
export function unfinishedRestore(dataDir: string): string | undefined {
  if (!existsSync(join(dataDir, UNFINISHED_RESTORE))) return undefined;
  return (
    `A backup was being restored into ${dataDir}, and that did not come to its end. ` +
    'Remove this folder and restore the backup again.'
  );
}
