import type { Tx } from '@placard/db/database';
import type { DepositRefundTable } from '@placard/db/schema/card-payments';
import type { AuditDetail } from '@placard/domain/audit';
import { disputeReason, isOpenDispute } from '@placard/domain/billing/dispute';
import { microsOfMinorUnits } from '@placard/domain/billing/minor-units';
import { walletOf } from '@placard/domain/ledger/accounts';
import { adjustmentEntries, clawbackEntries, clawbackReturnEntries } from '@placard/domain/ledger/postings';
import { type Micros, minMicros } from '@placard/domain/micros';
import type { Selectable } from 'kysely';
import type { GatewayPayment } from '../../../gateways/card-gateway.ts';
import { InsufficientFundsError } from '../../../ledger/ledger-errors.ts';
import { postTransaction } from '../../../ledger/post-transaction.ts';
import { doneBy, writeAudit } from '../../audit/write-audit.ts';
import { stopTopUp } from '../auto-top-up/stop-top-up.ts';
import type { DepositRecord } from '../deposit-view.ts';
import { issueRefundDocument, issueRefundReversal } from '../refund-documents.ts';
import { type Contested, tellAdvertiser, tellOfInquiry, tellOfOutcome, tellOperators } from './tell.ts';

export type RefundRecord = Selectable<DepositRefundTable>;

/** Money that went back, as the gateway tells it, whoever was the reason. */
type Return = {
  readonly gatewayId: string;
  readonly refundId: number | null;
  readonly origin: 'gateway' | 'dispute';
  readonly amountMicros: Micros;
  readonly state: 'taken' | 'returned';
  readonly reason: string;
  readonly failure: string | null;
  /** Of a dispute: how far it is, and until when it can be answered. */
  readonly contested: Contested | null;
};

function returnsOf(payment: GatewayPayment): Return[] {
  const micros = (count: bigint) => microsOfMinorUnits(count, payment.currency);
  const refunds = payment.refunds.map(
    (refund): Return => ({
      gatewayId: refund.id,
      refundId: refund.refundId,
      origin: 'gateway',
      amountMicros: micros(refund.amountMinor),
      state: refund.state,
      reason: '',
      failure: refund.failure,
      contested: null,
    }),
  );
  const disputes = payment.disputes.flatMap((dispute): Return[] => {
    if (dispute.state === 'open') return [];
    const { id: gatewayId, state, reason, stage, dueAt } = dispute;
    const amountMicros = micros(dispute.amountMinor);
    const contested = { stage, dueAt };
    return [
      { gatewayId, refundId: null, origin: 'dispute', amountMicros, state, reason, failure: null, contested },
    ];
  });
  return [...refunds, ...disputes];
}

/**
 * Books refunds and disputes of a payment that are not booked yet, and gives back what came back. The deposit's row is
 * locked by the caller, so each is booked once.
 */
export async function applyReturns(
  trx: Tx,
  deposit: DepositRecord,
  payment: GatewayPayment,
  now: Date,
): Promise<void> {
  await keepDisputes(trx, deposit, payment, now);
  for (const found of returnsOf(payment)) {
    const known = await findRefund(trx, deposit.id, found);
    if (known === undefined) await clawBack(trx, deposit, found, now);
    else if (found.state === 'returned') await giveBack(trx, deposit, known, found, now);
    else if (known.status === 'pending')
      await completeRefund(trx, deposit, known, { gatewayId: found.gatewayId, now });
  }
}

/**
 * How far each is, also of those that only ask and book nothing. Of an inquiry the operators are told, and of one that was
 * lost; of one that was won once its money is back.
 */
async function keepDisputes(
  trx: Tx,
  deposit: DepositRecord,
  payment: GatewayPayment,
  now: Date,
): Promise<void> {
  for (const { id, amountMinor, stage, reason, dueAt, openedAt } of payment.disputes) {
    const amountMicros = microsOfMinorUnits(amountMinor, payment.currency);
    const state = { amount_micros: amountMicros, stage, reason: disputeReason(reason), due_at: dueAt };
    const before = await trx
      .selectFrom('deposit_dispute')
      .select('stage')
      .where('gateway_id', '=', id)
      .executeTakeFirst();
    await trx
      .insertInto('deposit_dispute')
      .values({ gateway_id: id, deposit_id: deposit.id, opened_at: openedAt, ...state })
      .onConflict((conflict) => conflict.column('gateway_id').doUpdateSet(state))
      .execute();
    if (stage === 'inquiry') await tellOfInquiry(trx, deposit, { gatewayId: id, amountMicros, dueAt, now });
    if (stage === 'lost' && before !== undefined && isOpenDispute(before.stage)) {
      await tellOfOutcome(trx, deposit, { gatewayId: id, amountMicros, outcome: 'lost', now });
    }
  }
}

async function findRefund(trx: Tx, depositId: number, found: Return): Promise<RefundRecord | undefined> {
  return await trx
    .selectFrom('deposit_refund')
    .selectAll()
    .where('deposit_id', '=', depositId)
    .where((eb) =>
      eb.or([
        eb('gateway_id', '=', found.gatewayId),
        eb.and([eb('id', '=', found.refundId ?? 0), eb('gateway_id', 'is', null)]),
      ]),
    )
    .executeTakeFirst();
}

/** The gateway took money back without asking. The wallet gives what it holds, adjustments the rest. */
async function clawBack(trx: Tx, deposit: DepositRecord, found: Return, now: Date): Promise<void> {
  const { amountMicros, origin, gatewayId, reason } = found;
  const insert = async (status: RefundRecord['status']) =>
    await trx
      .insertInto('deposit_refund')
      .values({
        deposit_id: deposit.id,
        amount_micros: amountMicros,
        origin,
        status,
        covered_micros: 0n,
        gateway_id: gatewayId,
        reason,
        failure_text: found.failure,
        requested_by: null,
        requested_at: now,
        decided_at: now,
        next_attempt_at: null,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
  if (found.state === 'returned') {
    // Nothing to book, but known from now on: an older answer that still says "taken" comes too late.
    await insert('returned');
    return;
  }
  const { id } = await insert('completed');
  const { advertiser_id: advertiserId } = deposit;
  const coveredMicros = await postClawback(trx, { id, advertiserId, amountMicros, now });
  await trx
    .updateTable('deposit_refund')
    .set({ covered_micros: coveredMicros })
    .where('id', '=', id)
    .execute();
  const refund = { id, origin, amount_micros: amountMicros, covered_micros: coveredMicros };
  await issueRefundDocument(trx, deposit, refund, now);
  await audit(trx, deposit, `deposit.${origin === 'dispute' ? 'dispute' : 'refund'}`, now, {
    refundId: id,
    amountMicros,
    uncoveredMicros: amountMicros - coveredMicros,
  });
  await stopTopUp(trx, { advertiserId, because: 'refunded', now });
  await tellOperators(trx, deposit, {
    origin,
    amountMicros,
    uncoveredMicros: amountMicros - coveredMicros,
    contested: found.contested,
    now,
  });
  if (origin === 'gateway') await tellAdvertiser(trx, deposit, { kind: 'deposit.refund', amountMicros, now });
}

type Clawing = {
  readonly id: number;
  readonly advertiserId: number;
  readonly amountMicros: Micros;
  readonly now: Date;
};

/** @returns what the wallet gave. */
async function postClawback(trx: Tx, { id, advertiserId, amountMicros, now }: Clawing): Promise<Micros> {
  const post = async (coveredMicros: Micros) => {
    await postTransaction(trx, {
      kind: 'refund',
      reference: `refund:${id}`,
      entries: clawbackEntries({ advertiserId, amountMicros, coveredMicros }),
      detail: { refundId: id },
      at: now,
    });
    return coveredMicros;
  };
  try {
    return await post(amountMicros);
  } catch (error) {
    // The accounts are locked since the first try, so what it found is still what there is.
    if (error instanceof InsufficientFundsError) return await post(error.balanceMicros);
    throw error;
  }
}

/** It failed or was won: whoever gave the money gets it back, once. */
async function giveBack(
  trx: Tx,
  deposit: DepositRecord,
  refund: RefundRecord,
  found: Pick<Return, 'gatewayId' | 'failure'>,
  now: Date,
): Promise<void> {
  const { gatewayId, failure } = found;
  await returnRefund(trx, deposit, refund, { gatewayId, failure, now });
  if (refund.origin !== 'dispute' || refund.status === 'returned') return;
  await tellOfOutcome(trx, deposit, { gatewayId, amountMicros: refund.amount_micros, outcome: 'won', now });
}

export type ReturnedRefund = {
  /** null: the gateway refused to make it. */
  readonly gatewayId: string | null;
  readonly failure: string | null;
  readonly now: Date;
};

/**
 * Puts the money of a refund back into the wallet (and adjustments), once. One that the gateway refused to make, and that
 * came to be made meanwhile, stands.
 */
export async function returnRefund(
  trx: Tx,
  deposit: DepositRecord,
  refund: RefundRecord,
  { gatewayId, failure, now }: ReturnedRefund,
): Promise<void> {
  const returned = await trx
    .updateTable('deposit_refund')
    .set({
      status: 'returned',
      gateway_id: gatewayId,
      failure_text: failure,
      decided_at: now,
      next_attempt_at: null,
    })
    .where('id', '=', refund.id)
    .where('status', 'in', gatewayId === null ? ['pending'] : ['pending', 'completed'])
    .returning('id')
    .executeTakeFirst();
  if (returned === undefined) return;
  const { amount_micros: amountMicros, covered_micros: coveredMicros } = refund;
  const { advertiser_id: advertiserId } = deposit;
  await postTransaction(trx, {
    kind: 'refund',
    reference: `refund:${refund.id}:return`,
    entries: clawbackReturnEntries({ advertiserId, amountMicros, coveredMicros }),
    detail: { refundId: refund.id },
    at: now,
  });
  await issueRefundReversal(trx, deposit, refund, now);
  await audit(trx, deposit, 'deposit.refund_return', now, {
    refundId: refund.id,
    amountMicros,
    because: failure,
  });
  const backMicros = coveredMicros - (await coverLosses(trx, deposit, refund, now));
  if (backMicros > 0n) {
    await tellAdvertiser(trx, deposit, { kind: 'deposit.refund_return', amountMicros: backMicros, now });
  }
}

/**
 * What came back to the wallet covers first what else was taken of the deposit and was not held: a payer's bank takes its
 * money while a refund of the same waits, which the gateway then refuses. @returns how much of it did
 */
async function coverLosses(trx: Tx, deposit: DepositRecord, back: RefundRecord, now: Date): Promise<Micros> {
  const lost = await trx
    .selectFrom('deposit_refund')
    .select(['id', 'amount_micros', 'covered_micros'])
    .where('deposit_id', '=', deposit.id)
    .where('status', '=', 'completed')
    .whereRef('covered_micros', '<', 'amount_micros')
    .orderBy('id')
    .execute();
  let leftMicros = back.covered_micros;
  for (const { id, amount_micros: amountMicros, covered_micros: coveredMicros } of lost) {
    const micros = minMicros(leftMicros, amountMicros - coveredMicros);
    if (micros === 0n) break;
    leftMicros -= micros;
    await postTransaction(trx, {
      kind: 'refund',
      reference: `refund:${id}:covered:${back.id}`,
      entries: adjustmentEntries({ account: walletOf(deposit.advertiser_id), amountMicros: -micros }),
      detail: { refundId: id },
      at: now,
    });
    await trx
      .updateTable('deposit_refund')
      .set({ covered_micros: coveredMicros + micros })
      .where('id', '=', id)
      .execute();
    await audit(trx, deposit, 'deposit.refund_cover', now, { refundId: id, amountMicros: micros });
  }
  return back.covered_micros - leftMicros;
}

/** The gateway has taken a refund of ours on. */
export async function completeRefund(
  trx: Tx,
  deposit: DepositRecord,
  refund: RefundRecord,
  { gatewayId, now }: { readonly gatewayId: string | null; readonly now: Date },
): Promise<void> {
  const completed = await trx
    .updateTable('deposit_refund')
    .set({ status: 'completed', gateway_id: gatewayId, decided_at: now, next_attempt_at: null })
    .where('id', '=', refund.id)
    .where('status', '=', 'pending')
    .returning('id')
    .executeTakeFirst();
  if (completed === undefined) return;
  const { amount_micros: amountMicros } = refund;
  await issueRefundDocument(trx, deposit, refund, now);
  await audit(trx, deposit, 'deposit.refund_complete', now, { refundId: refund.id, amountMicros });
  await tellAdvertiser(trx, deposit, { kind: 'deposit.refund', amountMicros, now });
}

async function audit(
  trx: Tx,
  deposit: DepositRecord,
  action: string,
  at: Date,
  detail: AuditDetail,
): Promise<void> {
  await writeAudit(trx, {
    ...doneBy(null, 'system'),
    action,
    subjectKind: 'deposit',
    subjectId: deposit.id,
    detail,
    at,
  });
}
