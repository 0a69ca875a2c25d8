import type { Tx } from '@placard/db/database';
import { smallestStepMicros } from '@placard/domain/billing/minor-units';
import { walletOf } from '@placard/domain/ledger/accounts';
import { refundEntries } from '@placard/domain/ledger/postings';
import { formatMicros, type Micros } from '@placard/domain/micros';
import { AppError, invalidInput, issueAt, refusalAt } from '../../../api/app-error.ts';
import type { Actor, HasClock, HasDb } from '../../../deps.ts';
import type { HasCards } from '../../../gateways/card-gateway.ts';
import { lockLedgerAccount, postTransaction } from '../../../ledger/post-transaction.ts';
import { doneBy, writeAudit } from '../../audit/write-audit.ts';
import { microsOf } from '../../dollars.ts';
import { inTransaction } from '../../in-transaction.ts';
import { statusConflict } from '../../status-conflict.ts';
import { stopTopUp } from '../auto-top-up/stop-top-up.ts';
import { CREDITED_BY_HAND_MICROS, type DepositRecord, REFUNDED_MICROS } from '../deposit-view.ts';
import { type OperatorDeposit, readOperatorDeposit, refuseOwnDeposit } from '../operator-deposits.ts';
import { readCurrency } from '../read-balance.ts';
import { issueRefundDocument } from '../refund-documents.ts';
import { cardsOf } from './cards-of.ts';
import { tellAdvertiser } from './tell.ts';

export type RefundInput = { readonly id: number; readonly amount: number; readonly reason: string };

/**
 * Gives money of a deposit back. It leaves the wallet at once; a card's gateway is told right afterwards, by the worker,
 * and what it refuses comes back into the wallet. A transfer is sent back by the operator.
 * @throws AppError `not_found`; `own_deposit`; `conflict_status` unless it is confirmed; `invalid_input` for more than is left of the
 * deposit, to which what was credited by hand against its receipt counts; `insufficient_funds` for more than the wallet holds; `card_payments_off`.
 */
export async function refundDeposit(
  deps: HasDb & HasClock & HasCards,
  actor: Actor,
  input: RefundInput,
): Promise<OperatorDeposit> {
  const now = deps.clock();
  return await inTransaction(deps.db, async (trx) => {
    const deposit = await trx
      .selectFrom('deposit')
      .selectAll()
      .where('id', '=', input.id)
      .forUpdate()
      .executeTakeFirstOrThrow(() => new AppError('not_found'));
    await refuseOwnDeposit(trx, actor, deposit, now);
    if (deposit.status !== 'confirmed') throw statusConflict('deposit', deposit.status, 'refunded');
    if (deposit.gateway === 'stripe') cardsOf(deps);
    const amountMicros = microsOf(input.amount);
    await refuseTooMuch(trx, deposit, amountMicros);
    const byCard = deposit.gateway === 'stripe';
    const { id } = await trx
      .insertInto('deposit_refund')
      .values({
        deposit_id: deposit.id,
        amount_micros: amountMicros,
        origin: 'operator',
        status: byCard ? 'pending' : 'completed',
        covered_micros: amountMicros,
        gateway_id: null,
        reason: input.reason,
        failure_text: null,
        requested_by: actor.userId,
        requested_at: now,
        decided_at: byCard ? null : now,
        next_attempt_at: byCard ? now : null,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    const { advertiser_id: advertiserId } = deposit;
    await postTransaction(trx, {
      kind: 'refund',
      reference: `refund:${id}`,
      entries: refundEntries({ advertiserId, amountMicros }),
      detail: { refundId: id, depositId: deposit.id },
      at: now,
    });
    await writeAudit(trx, {
      ...doneBy(actor, 'operator'),
      action: 'deposit.refund',
      subjectKind: 'deposit',
      subjectId: deposit.id,
      detail: { refundId: id, amountMicros, reason: input.reason },
      at: now,
    });
    // What goes back to a card shall not be taken from it again the next second.
    await stopTopUp(trx, { advertiserId, because: 'refunded', now });
    if (!byCard) {
      const refund = {
        id,
        origin: 'operator',
        amount_micros: amountMicros,
        covered_micros: amountMicros,
      } as const;
      await issueRefundDocument(trx, deposit, refund, now);
      await tellAdvertiser(trx, deposit, { kind: 'deposit.refund', amountMicros, now });
    }
    return await readOperatorDeposit(trx, deposit.id);
  });
}

/** Holds the wallet's lock from here on, as corrections do: neither of two at once overlooks the other. */
async function refuseTooMuch(trx: Tx, deposit: DepositRecord, amountMicros: Micros): Promise<void> {
  const currency = await readCurrency(trx);
  await lockLedgerAccount(trx, walletOf(deposit.advertiser_id));
  const { refunded, credited } = await trx
    .selectFrom('deposit')
    .select([REFUNDED_MICROS.as('refunded'), CREDITED_BY_HAND_MICROS.as('credited')])
    .where('id', '=', deposit.id)
    .executeTakeFirstOrThrow();
  const leftMicros = deposit.amount_micros - refunded - credited;
  if (amountMicros > leftMicros) {
    const most = `${currency} ${formatMicros(leftMicros > 0n ? leftMicros : 0n)}`;
    throw invalidInput(refusalAt('amount', { reason: 'amount_too_large', values: { amount: most } }));
  }
  if (amountMicros % smallestStepMicros(currency) !== 0n) {
    throw invalidInput(issueAt('amount', 'amount_whole_units'));
  }
}
