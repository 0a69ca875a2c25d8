import type { Deposit } from '@placard/contract/billing';
import { AppError } from '../../http/app-error.ts';
import { writeAudit } from '../audit/write-audit.ts';
import type { Actor, HasClock, HasDb } from '../feature.ts';
import { inTransaction } from '../in-transaction.ts';
import { statusConflict } from '../status-conflict.ts';
import { depositView } from './deposit-view.ts';
import { readCurrency } from './read-balance.ts';

/** Takes back one's own deposit that waits. @throws AppError `not_found`, `conflict_status`. */
export async function cancelDeposit(
  deps: HasDb & HasClock,
  actor: Actor,
  input: { readonly id: number },
): Promise<Deposit> {
  const now = deps.clock();
  return await inTransaction(deps.db, async (trx) => {
    const deposit = await trx
      .selectFrom('deposit')
      .select('status')
      .where('id', '=', input.id)
      .where('advertiser_id', '=', actor.userId)
      .executeTakeFirst();
    if (deposit === undefined) throw new AppError('not_found');
    const cancelled = await trx
      .updateTable('deposit')
      .set({ status: 'cancelled', decided_at: now, decided_by: actor.userId })
      .where('id', '=', input.id)
      .where('status', '=', 'pending')
      .returningAll()
      .executeTakeFirst();
    if (cancelled === undefined) throw statusConflict('deposit', deposit.status, 'cancelled');
    await writeAudit(trx, {
      actorUserId: actor.userId,
      actorKind: 'advertiser',
      action: 'deposit.cancel',
      subjectKind: 'deposit',
      subjectId: input.id,
      detail: { status: { before: 'pending', after: 'cancelled' } },
      at: now,
    });
    return depositView(cancelled, await readCurrency(trx));
  });
}
