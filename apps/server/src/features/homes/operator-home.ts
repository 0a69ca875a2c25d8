import type { OperatorHome, WaitKind } from '@placard/contract/homes';
import { alarmsOf } from '@placard/domain/home/alarms';
import { type RawBuilder, sql } from 'kysely';
import type { HasClock, HasDb, HasDisks, HasMailServer } from '../../deps.ts';
import { toBeAnswered } from '../billing/disputes.ts';
import { readNetworkState } from '../health/network-state.ts';
import { COUNTED_ROWS } from '../list-count.ts';
import { pendingOf, REPORTED_CREATIVES } from '../reviews/review-subject.ts';
import { readOperatorSteps } from './operator-steps.ts';

type Deps = HasDb & HasClock & HasDisks & HasMailServer;

/** What waits for the operator, how far settlement and reports are, and what does not end by itself. */
export async function readOperatorHome(deps: Deps): Promise<OperatorHome> {
  const [waits, state, steps] = await Promise.all([
    readWaits(deps),
    readNetworkState(deps),
    readOperatorSteps(deps),
  ]);
  return {
    waits: waits.map(({ kind, count, since, due }) => ({
      kind,
      count: Math.min(count, COUNTED_ROWS),
      more: count > COUNTED_ROWS,
      oldestAt: since === null ? null : new Date(since).toISOString(),
      dueAt: due === null ? null : new Date(due).toISOString(),
    })),
    unsettledSince: instantOf(state.unsettledSinceMs),
    unloadedSince: instantOf(state.unloadedSinceMs),
    alarms: alarmsOf(state).map(({ sinceMs, ...alarm }) => ({ ...alarm, since: instantOf(sinceMs) })),
    steps,
  };
}

type Waits = {
  readonly kind: WaitKind;
  readonly count: number;
  readonly since: Date | null;
  readonly due: Date | null;
};

/** Each part follows an index of what waits, and counts no further than lists do. */
async function readWaits({ db, clock }: HasDb & HasClock): Promise<readonly Waits[]> {
  const { rows } = await sql<Waits>`
    select kind, count, since, due from (${WAITS} union all ${disputes(clock())}) waits
     order by place`.execute(db);
  return rows;
}

const COUNT_TO = sql.lit(COUNTED_ROWS + 1);

type Wait = { readonly from: RawBuilder<unknown>; readonly at: RawBuilder<unknown> };

/** Where each kind waits and since when; `at` is in an index, so that the oldest is the first. */
const PENDING: Readonly<
  Record<Exclude<WaitKind, 'reported_ad' | 'dispute'>, Wait & { by: RawBuilder<unknown> }>
> = {
  campaign: {
    from: pendingOf('campaign'),
    at: sql`coalesce(submitted_at, created_at)`,
    by: sql`submitted_at`,
  },
  creative: { from: pendingOf('creative'), at: sql`updated_at`, by: sql`updated_at` },
  website: { from: pendingOf('website'), at: sql`updated_at`, by: sql`updated_at` },
  // Of cards their gateway decides, nobody here.
  appeal: { from: sql`appeal where status = 'open'`, at: sql`created_at`, by: sql`created_at` },
  deposit: {
    from: sql`deposit where status = 'pending' and gateway <> 'stripe'`,
    at: sql`created_at`,
    by: sql`id`,
  },
  payout_decision: { from: sql`payout where status = 'pending'`, at: sql`requested_at`, by: sql`id` },
  correction: { from: sql`money_correction where status = 'pending'`, at: sql`requested_at`, by: sql`id` },
  payout_transfer: {
    from: sql`payout where status = 'processing'`,
    at: sql`coalesce(processed_at, requested_at)`,
    by: sql`id`,
  },
  // What has waited too long is deleted within the hour.
  sign_up: {
    from: sql`sign_up_request where confirmed_at is not null`,
    at: sql`confirmed_at`,
    by: sql`confirmed_at`,
  },
};

const WAITS = sql.join(
  [
    waiting(1, 'campaign'),
    waiting(2, 'creative'),
    waiting(3, 'website'),
    sql`select 4 as place, 'reported_ad' as kind, count(*)::int as count, min(submitted_at) as since,
               null::timestamptz as due
          from (${REPORTED_CREATIVES} limit ${COUNT_TO}) reported`,
    waiting(5, 'appeal'),
    waiting(7, 'deposit'),
    waiting(8, 'payout_decision'),
    waiting(9, 'payout_transfer'),
    waiting(10, 'correction'),
    waiting(11, 'sign_up'),
  ],
  sql` union all `,
);

function waiting(place: number, kind: keyof typeof PENDING): RawBuilder<unknown> {
  const { from, at, by } = PENDING[kind];
  return sql`
    select ${sql.lit(place)} as place, ${sql.lit(kind)} as kind,
           (select count(*)::int from (select from ${from} limit ${COUNT_TO}) of_kind) as count,
           (select ${at} from ${from} order by ${by} limit 1) as since, null::timestamptz as due`;
}

/** A card network takes few, so all of them are read. Whoever does not answer in time has lost. */
function disputes(now: Date): RawBuilder<unknown> {
  return sql`
    select 6 as place, 'dispute' as kind, least(count(*), ${COUNT_TO})::int as count, min(opened_at) as since,
           min(due_at) as due
      from deposit_dispute where ${toBeAnswered(now)}`;
}

function instantOf(ms: number | null): string | null {
  return ms === null ? null : new Date(ms).toISOString();
}
