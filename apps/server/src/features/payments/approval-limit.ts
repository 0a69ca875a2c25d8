import type { Db, Tx } from '@placard/db/database';
import type { PayoutSettingsTable } from '@placard/db/schema/payouts';
import type { Micros } from '@placard/domain/micros';
import { aloneSince, type LimitPlan, limitAt, operatedBefore } from '@placard/domain/payout/approval';
import { type Selectable, sql } from 'kysely';
import { independentPairs } from '../users/independent.ts';

const COLUMNS = ['approval_limit_micros', 'raised_limit_micros', 'raised_limit_from'] as const;

export function planOf(row: Pick<Selectable<PayoutSettingsTable>, (typeof COLUMNS)[number]>): LimitPlan {
  const {
    approval_limit_micros: limitMicros,
    raised_limit_micros: raisedMicros,
    raised_limit_from: from,
  } = row;
  return {
    limitMicros,
    raised: raisedMicros === null || from === null ? null : { limitMicros: raisedMicros, from },
  };
}

/** The limit for one operator; 0: there is none. */
export async function readApprovalLimit(db: Db, now: Date): Promise<Micros> {
  const row = await db.selectFrom('payout_settings').select(COLUMNS).executeTakeFirstOrThrow();
  return limitAt(planOf(row), now);
}

/** The same, which cannot change until the transaction ends: a change waits for what is judged, or is seen by it. */
export async function holdApprovalLimit(trx: Tx, now: Date): Promise<Micros> {
  const row = await trx.selectFrom('payout_settings').select(COLUMNS).forShare().executeTakeFirstOrThrow();
  return limitAt(planOf(row), now);
}

type TakenOn = {
  readonly publisher_id: number;
  readonly amount_micros: Micros;
  readonly requested_at: Date;
  readonly approvers: readonly number[];
  /** Null: they are no operator any more. */
  readonly since: readonly (Date | null)[];
};

/**
 * What one operator alone took on lately, by publisher. What failed since counts as well: whoever says so knows alone
 * whether the bank has paid it. So does what two approved who may be one person: the first of them is no second pair of eyes
 * where one was enough by the time of the other.
 */
export async function takenOnAlone(
  db: Db,
  publisherIds: readonly number[],
  now: Date,
): Promise<ReadonlyMap<number, Micros>> {
  if (publisherIds.length === 0) return new Map();
  const { rows } = await sql<TakenOn>`
    select p.publisher_id, p.amount_micros, p.requested_at,
           array(select a.operator_id from payout_approval a where a.payout_id = p.id order by a.operator_id) as approvers,
           array(select r.granted_at from payout_approval a
                   left join user_role r on r.user_id = a.operator_id and r.role = 'operator'
                  where a.payout_id = p.id order by a.operator_id) as since
      from payout p
     where p.publisher_id = any(${[...new Set(publisherIds)]}) and p.processed_at > ${aloneSince(now)}`.execute(
    db,
  );
  const independent = independentPairs(db, now);
  const sums = new Map<number, Micros>();
  for (const row of rows) {
    if (await twoApproved(row, independent)) continue;
    sums.set(row.publisher_id, (sums.get(row.publisher_id) ?? 0n) + row.amount_micros);
  }
  return sums;
}

async function twoApproved(
  { approvers, since, requested_at }: TakenOn,
  independent: ReturnType<typeof independentPairs>,
): Promise<boolean> {
  const before = approvers.filter((_id, index) => {
    const granted = since[index] ?? null;
    return granted !== null && operatedBefore(granted, requested_at);
  });
  for (const [index, one] of before.entries()) {
    for (const other of before.slice(index + 1)) if (await independent(one, other)) return true;
  }
  return false;
}
