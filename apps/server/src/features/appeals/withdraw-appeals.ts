import type { Tx } from '@placard/db/database';
import { type AuditEntry, writeAudits } from '../audit/write-audit.ts';

/** An account that is closed waits for no answer. Opened again, it may appeal again. */
export async function withdrawAppeals(
  trx: Tx,
  accountId: number,
  act: Pick<AuditEntry, 'actorUserId' | 'actorKind' | 'at'>,
): Promise<void> {
  const gone = await trx
    .updateTable('appeal')
    .set({ status: 'withdrawn', answered_at: act.at })
    .where('account_id', '=', accountId)
    .where('status', '=', 'open')
    .returning('id')
    .execute();
  if (gone.length === 0) return;
  await writeAudits(
    trx,
    gone.map(({ id }) => ({
      ...act,
      action: 'appeal.withdraw',
      subjectKind: 'appeal',
      subjectId: id,
      detail: { status: { before: 'open', after: 'withdrawn' } },
    })),
  );
}
