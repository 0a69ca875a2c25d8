import type { Deposit } from '@placard/contract/billing';
import type { Db } from '@placard/db/database';
import type { DepositTable } from '@placard/db/schema/card-payments';
import { ABANDONED_CODES, depositState } from '@placard/domain/billing/deposit-state';
import { dollarsFromMicros, MICROS_PER_CENT, type Micros } from '@placard/domain/micros';
import { type Selectable, sql } from 'kysely';

export type DepositRecord = Selectable<DepositTable>;

/** What is shown of a deposit beside its own row. */
export type DepositBesides = {
  readonly card_brand: string | null;
  readonly card_last4: string | null;
  readonly refunded_micros: bigint;
};

/** What went back of a deposit, or is on its way. */
export const REFUNDED_MICROS = sql<Micros>`(select coalesce(sum(r.amount_micros), 0)::bigint from deposit_refund r
  where r.deposit_id = deposit.id and r.status <> 'returned')`;

/** What corrections of a deposit's receipt credited in all: it cannot be sent back as well. `least` leaves out what is null. */
export const CREDITED_BY_HAND_MICROS = sql<Micros>`(
  select (-least(sum(c.amount_cents), 0) * ${MICROS_PER_CENT})::bigint
    from invoice receipt join invoice c on c.corrects_number = receipt.number
   where receipt.deposit_id = deposit.id)`;

/** Deposits with what is shown beside them, to be filtered further. */
export function selectDepositsShown(db: Db) {
  return db
    .selectFrom('deposit')
    .leftJoin('payment_method', 'payment_method.id', 'deposit.payment_method_id')
    .selectAll('deposit')
    .select([
      'payment_method.brand as card_brand',
      'payment_method.last4 as card_last4',
      REFUNDED_MICROS.as('refunded_micros'),
    ]);
}

/** What `depositState` says of a row, for a filter. */
export const DEPOSIT_STATE = sql<string>`case
  when deposit.status = 'pending' and deposit.gateway = 'stripe' then 'checkout'
  when deposit.status = 'failed' and deposit.gateway = 'stripe' and deposit.payment_method_id is null
   and deposit.failure_code in (${sql.join(ABANDONED_CODES.map((code) => sql.lit(code)))}) then 'abandoned'
  else deposit.status end`;

/** @throws where there is none. */
export async function readDepositView(db: Db, depositId: number, currency: string): Promise<Deposit> {
  const row = await selectDepositsShown(db).where('deposit.id', '=', depositId).executeTakeFirstOrThrow();
  return depositView(row, currency);
}

export function depositView(deposit: DepositRecord & DepositBesides, currency: string): Deposit {
  const { payment_method_id: cardId, card_brand: brand, card_last4: last4 } = deposit;
  return {
    id: deposit.id,
    gateway: deposit.gateway,
    amount: dollarsFromMicros(deposit.amount_micros),
    currency,
    reference: deposit.reference,
    status: deposit.status,
    state: depositState({
      status: deposit.status,
      gateway: deposit.gateway,
      bySavedCard: cardId !== null,
      failureCode: deposit.failure_code,
    }),
    createdAt: deposit.created_at.toISOString(),
    decidedAt: deposit.decided_at?.toISOString() ?? null,
    card: cardId === null || brand === null || last4 === null ? null : { id: cardId, brand, last4 },
    automatic: deposit.automatic,
    failure:
      deposit.failure_code === null
        ? null
        : { code: deposit.failure_code, text: deposit.failure_text ?? deposit.failure_code },
    refunded: dollarsFromMicros(deposit.refunded_micros),
  };
}
