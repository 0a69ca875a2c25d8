import type { Db } from '@placard/db/database';
import { type RawBuilder, sql } from 'kysely';
import type { HasClock, HasDb } from '../../deps.ts';
import { inTransaction } from '../in-transaction.ts';

/** What a sender has taken on: nobody else sends it for half a minute. */
export type Claimed = { readonly id: bigint; readonly endpointId: number };

/**
 * Endpoints that answer in good time; those that take long, or of which that is not known yet; those at which the last
 * call did not arrive. Each has places that the others can't take.
 */
export type Lane = 'quick' | 'slow' | 'failing';

type Share = {
  /** At once, to one endpoint. */
  readonly endpoint: number;
  /** At once, to all of an account's. */
  readonly account: number;
  /** The network's own are told of everybody. */
  readonly network: number;
};
export const SHARES: Readonly<Record<Lane, Share>> = {
  quick: { endpoint: 4, account: 8, network: 16 },
  slow: { endpoint: 2, account: 4, network: 8 },
  failing: { endpoint: 1, account: 2, network: 4 },
};

/** Longer than any call may take: whoever still holds one then has died. */
const CLAIM_MS = 30_000;
/** Of workers that look at once, one takes. */
export const CLAIM_LOCK = 7_362_002;

/** Whether anything waits anywhere, be it due or not: one entry of an index, where a claim is a transaction under a lock. */
export async function anyWaits({ db }: { readonly db: Db }): Promise<boolean> {
  const { rows } = await sql<{ readonly waits: boolean }>`
    select exists (select from webhook_delivery where status = 'waiting') as waits`.execute(db);
  return rows[0]?.waits === true;
}

const inLane = (lane: Lane, now: Date): RawBuilder<boolean> => {
  if (lane === 'failing') return sql`e.failing_since is not null`;
  const quick = sql`e.last_called_at is not null and coalesce(e.slow_until, '-infinity') <= ${now}`;
  return sql`e.failing_since is null and (${quick}) = ${lane === 'quick'}`;
};

/**
 * Takes on what is due of a lane, of each endpoint and each account no more than its share. The accounts take turns:
 * first comes who has least under way, of these who was called longest ago, so that nobody's backlog and nobody's many
 * endpoints hold up anybody else. Of the quick places an account that keeps other calls has fewer.
 */
export async function claimDue(
  { db, clock }: HasDb & HasClock,
  { lane, limit }: { readonly lane: Lane; readonly limit: number },
): Promise<Claimed[]> {
  if (limit <= 0) return [];
  const now = clock();
  const share = SHARES[lane];
  return await inTransaction(db, async (trx) => {
    await sql`select pg_advisory_xact_lock(${CLAIM_LOCK})`.execute(trx);
    const { rows } = await sql<Claimed>`
      with busy as (
        select d.endpoint_id, count(*)::int as calls from webhook_delivery d
         where d.status = 'waiting' and d.claimed_until is not null and d.claimed_until > ${now} group by d.endpoint_id),
      endpoint as materialized (
        select e.id, e.account_id, e.disabled_at, coalesce(busy.calls, 0) as calls, ${inLane(lane, now)} as in_lane,
               sum(coalesce(busy.calls, 0)) filter (where ${lane === 'quick'}::boolean or ${inLane(lane, now)}) over owner as owners_calls,
               max(e.last_called_at) over owner as called_at
          from webhook_endpoint e left join busy on busy.endpoint_id = e.id
        window owner as (partition by e.account_id)),
      due as (
        select one.id, e.account_id, e.called_at,
               coalesce(e.owners_calls, 0) + row_number() over (partition by e.account_id order by e.calls + one.place, one.id) as turn
          from endpoint e
          left join account owner on owner.id = e.account_id
         cross join lateral (
           select d.id, row_number() over (order by d.id) as place from webhook_delivery d
            where d.endpoint_id = e.id and d.status = 'waiting' and coalesce(d.not_before, '-infinity') <= ${now}
              and coalesce(d.claimed_until, '-infinity') <= ${now}
            order by d.id limit greatest(0, ${share.endpoint} - e.calls)) one
         where e.in_lane and e.disabled_at is null and (e.account_id is null or owner.status = 'active'))
      update webhook_delivery set claimed_until = ${new Date(now.getTime() + CLAIM_MS)}
       where id in (
         select id from due
          where turn <= case when account_id is null then ${share.network}::int else ${share.account}::int end
          order by turn, called_at nulls first, id limit ${limit})
      returning id, endpoint_id as "endpointId"`.execute(trx);
    return rows;
  });
}
