import type { Db, Tx } from '@placard/db/database';
import type { PayoutSettingsTable } from '@placard/db/schema/payouts';
import type { Micros } from '@placard/domain/micros';
import { aloneSince, type LimitPlan, limitAt } from '@placard/domain/payout/approval';
import { type Selectable, sql } from 'kysely';

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

/**
 * What one operator alone took on lately, by publisher. What failed since counts as well: whoever says so knows alone
 * whether the bank has paid it.
 */
export async function takenOnAlone(
  db: Db,
  publisherIds: readonly number[],
  now: Date,
): Promise<ReadonlyMap<number, Micros>> {
  if (publisherIds.length === 0) return new Map();
  const { rows } = await sql<{ publisher_id: number; sum: Micros }>`
    select p.publisher_id, sum(p.amount_micros)::bigint as sum
      from payout p
     where p.publisher_id = any(${[...new Set(publisherIds)]}) and p.processed_at > ${aloneSince(now)}
       and (select count(*) from payout_approval a where a.payout_id = p.id) < 2
     group by p.publisher_id`.execute(db);
  return new Map(rows.map((row) => [row.publisher_id, row.sum]));
}
