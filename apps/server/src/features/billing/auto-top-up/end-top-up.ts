import type { Tx } from '@placard/db/database';

/** Switches automatic top-up off with what it was for; it does not come back with that. */
export async function endTopUp(trx: Tx, advertiserId: number): Promise<void> {
  await trx
    .updateTable('auto_top_up')
    .set((eb) => ({ enabled: false, version: eb('version', '+', 1) }))
    .where('advertiser_id', '=', advertiserId)
    .where('enabled', '=', true)
    .execute();
}
