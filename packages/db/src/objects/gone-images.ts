import { unlink } from 'node:fs/promises';
import { join } from 'node:path';

/** Asks the database; the rows as they come. */
export type AskRows = (text: string, values: readonly unknown[]) => Promise<readonly unknown[]>;

/**
 * The images, by file key, that nobody has any more: they went since, because nothing used them or with an account that
 * was erased. An image that another account uploaded too is theirs.
 */
export async function goneImages(ask: AskRows, since: Date): Promise<Set<string>> {
  const rows = await ask(
    `select gone.file_key from (
        select i.file_key from account_closing c join image i on i.owner_id = c.account_id where c.erased_at >= $1
        union select file_key from image where removed_at >= $1) gone
      where not exists (
        select from image other left join account_closing oc on oc.account_id = other.owner_id
         where other.file_key = gone.file_key and other.removed_at is null and oc.erased_at is null)`,
    [since],
  );
  return new Set(
    rows.flatMap((row) =>
      typeof row === 'object' && row !== null && 'file_key' in row ? [String(row.file_key)] : [],
    ),
  );
}

/** Takes files out of a folder. @returns how many were there */
export async function removeFiles(folder: string, names: Iterable<string>): Promise<number> {
  let removed = 0;
  for (const name of names) {
    const wasThere = await unlink(join(folder, name)).then(
      () => true,
      (error: NodeJS.ErrnoException) => {
        if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return false;
        throw error;
      },
    );
    if (wasThere) removed += 1;
  }
  return removed;
}
