import type { Dispute } from '@placard/contract/billing';
import type { Db } from '@placard/db/database';
import {
  type Contested,
  DISPUTE_SHOWN_DAYS,
  DISPUTES_LISTED,
  disputeReason,
  OPEN_STAGES,
  STAGES_TO_ANSWER,
} from '@placard/domain/billing/dispute';
import { dollarsFromMicros, type Micros } from '@placard/domain/micros';
import { type RawBuilder, type SqlBool, sql } from 'kysely';

/** Of `deposit_dispute`: what somebody has to answer, and still can. */
export function toBeAnswered(now: Date): RawBuilder<SqlBool> {
  return sql`stage = any(${STAGES_TO_ANSWER}) and (due_at is null or due_at > ${now})`;
}

const WHICH: Readonly<Record<Contested, (now: Date) => RawBuilder<SqlBool>>> = {
  answer: toBeAnswered,
  open: () => sql`stage = any(${OPEN_STAGES})`,
  any: () => sql`true`,
};

/** Of `deposit`: the ids of those that are contested like that. */
export function contestedDeposits(contested: Contested, now: Date): RawBuilder<unknown> {
  return sql`select deposit_id from deposit_dispute where ${WHICH[contested](now)}`;
}

/** Disputes of deposits, newest first, with what of them left the wallet and what it did not hold. */
function selectDisputes(db: Db) {
  return (
    db
      .selectFrom('deposit_dispute as d')
      .innerJoin('deposit', 'deposit.id', 'd.deposit_id')
      // What was never taken, or came back, is nobody's loss.
      .leftJoin('deposit_refund as r', (join) =>
        join.onRef('r.gateway_id', '=', 'd.gateway_id').on('r.status', '=', 'completed'),
      )
      .select(['d.deposit_id', 'd.amount_micros', 'd.stage', 'd.reason', 'd.due_at', 'd.opened_at'])
      .select('deposit.reference')
      .select(sql<Micros>`coalesce(r.covered_micros, 0)::bigint`.as('covered_micros'))
      .select(sql<Micros>`coalesce(r.amount_micros - r.covered_micros, 0)::bigint`.as('uncovered_micros'))
      .orderBy('d.opened_at', 'desc')
      .orderBy('d.gateway_id')
  );
}

type Row = Awaited<ReturnType<ReturnType<typeof selectDisputes>['executeTakeFirstOrThrow']>>;

function disputeView(row: Row): Dispute {
  return {
    reference: row.reference,
    amount: dollarsFromMicros(row.amount_micros),
    stage: row.stage,
    reason: disputeReason(row.reason),
    dueAt: row.due_at?.toISOString() ?? null,
    openedAt: row.opened_at.toISOString(),
    fromWallet: dollarsFromMicros(row.covered_micros),
    uncovered: dollarsFromMicros(row.uncovered_micros),
  };
}

export async function disputesOfDeposit(db: Db, depositId: number): Promise<Dispute[]> {
  const rows = await selectDisputes(db)
    .where('d.deposit_id', '=', depositId)
    .limit(DISPUTES_LISTED)
    .execute();
  return rows.map(disputeView);
}

/** Of an advertiser: those that go on, and those that were opened lately. */
export async function disputesOfAdvertiser(
  db: Db,
  { accountId, now }: { readonly accountId: number; readonly now: Date },
): Promise<Dispute[]> {
  const rows = await selectDisputes(db)
    .where('deposit.advertiser_id', '=', accountId)
    .where(
      sql<boolean>`(d.stage = any(${OPEN_STAGES})
        or d.opened_at > ${now}::timestamptz - make_interval(days => ${DISPUTE_SHOWN_DAYS}::int))`,
    )
    .limit(DISPUTES_LISTED)
    .execute();
  return rows.map(disputeView);
}
