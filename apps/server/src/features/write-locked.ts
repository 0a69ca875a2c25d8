import type { Database } from '@placard/db/schema';
import type { Kysely, Updateable } from 'kysely';
import { AppError } from '../api/app-error.ts';

type Versioned = 'campaign' | 'creative' | 'website' | 'widget';

/**
 * Writes a locked row, guarded by the status it was read with, and counts its version on: whoever reviews it learns
 * from that that it is no longer what they saw. @throws AppError `conflict_status`.
 */
export async function writeLocked<Table extends Versioned>(
  db: Kysely<Database>,
  table: Table,
  row: { readonly id: number; readonly status: string; readonly version: number },
  values: Updateable<Database[Table]>,
  now: Date,
): Promise<void> {
  const { ref } = db.dynamic;
  const result = await db
    .updateTable(table as Versioned)
    .set({ ...values, updated_at: now, version: row.version + 1 })
    .where(ref('id'), '=', row.id)
    .where(ref('status'), '=', row.status)
    .executeTakeFirst();
  if (result.numUpdatedRows !== 1n) throw new AppError('conflict_status');
}
