import { statfs } from 'node:fs/promises';
import type { OperatorHome, WaitKind } from '@placard/contract/homes';
import {
  alarmsOf,
  MAIL_REFUSED_TIMES,
  MAIL_WATCHED_DAYS,
  type NetworkState,
} from '@placard/domain/home/alarms';
import { DAY_MS } from '@placard/domain/time-zone';
import { type RawBuilder, sql } from 'kysely';
import type { HasClock, HasDataDir, HasDb, HasMailServer } from '../../deps.ts';
import { MAIL_MAX_AGE_MS } from '../../mail/mail-sender.ts';
import { COUNTED_ROWS } from '../list-count.ts';
import { REPORTED_CREATIVES } from '../reviews/review-subject.ts';

type Deps = HasDb & HasClock & HasDataDir & HasMailServer;

/** What waits for the operator, how far settlement and reports are, and what does not end by itself. */
export async function readOperatorHome(deps: Deps): Promise<OperatorHome> {
  const now = deps.clock();
  const [facts, disk] = await Promise.all([readFacts(deps, now), diskOf(deps)]);
  const alarms = alarmsOf({
    nowMs: now.getTime(),
    unsettledSinceMs: msOf(facts.unsettled_since),
    unloadedSinceMs: msOf(facts.unloaded_since),
    books: booksOf(facts.books),
    deliveryToldMs: msOf(facts.delivery_told),
    disk,
    stuckMails: deps.mailServer ? countedSince(facts.stuck_mails) : { count: 0, sinceMs: null },
    openMonths: { count: facts.open_months.count, endedMs: msOf(facts.open_months.since) },
    emptyWallets: countedSince(facts.empty_wallets),
  });
  return {
    waits: facts.waits.map(({ kind, count, since }) => ({
      kind,
      count: Math.min(count, COUNTED_ROWS),
      more: count > COUNTED_ROWS,
      oldestAt: instantOf(msOf(since)),
    })),
    unsettledSince: facts.unsettled_since?.toISOString() ?? null,
    unloadedSince: facts.unloaded_since?.toISOString() ?? null,
    alarms: alarms.map(({ sinceMs, ...alarm }) => ({ ...alarm, since: instantOf(sinceMs) })),
  };
}

/** A count of JSON, so a time is a text. */
type Counted = { readonly count: number; readonly since: string | null };

type Facts = {
  readonly waits: readonly (Counted & { readonly kind: WaitKind })[];
  readonly unsettled_since: Date | null;
  readonly unloaded_since: Date | null;
  readonly delivery_told: Date | null;
  readonly books: { readonly isGreen: boolean; readonly looked: string; readonly differing: number } | null;
  readonly stuck_mails: Counted;
  readonly open_months: Counted;
  readonly empty_wallets: Counted;
};

/** One question, of which each part follows an index of what is not well and counts no further than lists do. */
async function readFacts({ db }: HasDb, now: Date): Promise<Facts> {
  const { rows } = await sql<Facts>`
    select (select jsonb_agg(${counted()} || jsonb_build_object('kind', kind) order by place)
              from (${WAITS}) waits) as waits,
           (${UNSETTLED_SINCE}) as unsettled_since,
           (select s.settled_at
              from analytics_checkpoint c
             cross join lateral (select settlement_id from fact_batch f where f.settlement_id > c.settlement_id
                                  order by settlement_id limit 1) f
              join settlement s on s.id = f.settlement_id) as unloaded_since,
           (select max(told_at) from delivery_networks) as delivery_told,
           (${NEWEST_RECONCILIATION}) as books,
           (select ${counted()} from (${stuckMails(now)}) mails) as stuck_mails,
           (select ${counted()} from (${openMonths(now)}) months) as open_months,
           (select ${counted()} from (${emptyWallets(now)}) wallets) as empty_wallets`.execute(db);
  const [row] = rows;
  if (row === undefined) throw new Error('counts without a row');
  return row;
}

/** Of a source with the columns `count` and `since`. */
function counted(): RawBuilder<unknown> {
  return sql`jsonb_build_object('count', count, 'since', since)`;
}

const COUNT_TO = sql.lit(COUNTED_ROWS + 1);

type Wait = { readonly from: RawBuilder<unknown>; readonly at: RawBuilder<unknown> };

/** Where each kind waits and since when; `at` is in an index, so that the oldest is the first. */
const PENDING: Readonly<Record<Exclude<WaitKind, 'reported_ad'>, Wait & { by: RawBuilder<unknown> }>> = {
  campaign: {
    from: sql`campaign where status = 'pending'`,
    at: sql`coalesce(submitted_at, created_at)`,
    by: sql`submitted_at`,
  },
  creative: { from: sql`creative where status = 'pending'`, at: sql`updated_at`, by: sql`updated_at` },
  website: { from: sql`website where status = 'pending'`, at: sql`updated_at`, by: sql`updated_at` },
  // Of cards their gateway decides, nobody here.
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
    sql`select 4 as place, 'reported_ad' as kind, count(*)::int as count, min(submitted_at) as since
          from (${REPORTED_CREATIVES} limit ${COUNT_TO}) reported`,
    waiting(5, 'deposit'),
    waiting(6, 'payout_decision'),
    waiting(7, 'payout_transfer'),
    waiting(8, 'correction'),
    waiting(9, 'sign_up'),
  ],
  sql` union all `,
);

function waiting(place: number, kind: keyof typeof PENDING): RawBuilder<unknown> {
  const { from, at, by } = PENDING[kind];
  return sql`
    select ${sql.lit(place)} as place, ${sql.lit(kind)} as kind,
           (select count(*)::int from (select from ${from} limit ${COUNT_TO}) of_kind) as count,
           (select ${at} from ${from} order by ${by} limit 1) as since`;
}

/** The first batch of each shard that settlement has not reached, found from shard to shard as settlement does. */
const UNSETTLED_SINCE = sql`
  with recursive shard_list as (
    (select shard from event_batch order by shard limit 1)
    union all
    select (select e.shard from event_batch e where e.shard > l.shard order by e.shard limit 1)
      from shard_list l where l.shard is not null
  )
  select min(b.received_at)
    from shard_list l
    left join settlement_checkpoint c on c.shard = l.shard
   cross join lateral (select received_at from event_batch e
                        where e.shard = l.shard and e.spool_offset >= coalesce(c.spool_offset, 0)
                        order by spool_offset limit 1) b`;

const NEWEST_RECONCILIATION = sql`
  select jsonb_build_object('isGreen', is_green, 'looked', started_at, 'differing',
           (select coalesce(sum((c ->> 'differing')::int), 0) from jsonb_array_elements(checks) c))
    from reconciliation where finished_at is not null order by id desc limit 1`;

function booksOf(books: Facts['books']): NetworkState['books'] {
  if (books === null) return null;
  const { isGreen, looked, differing } = books;
  return { isGreen, lookedMs: new Date(looked).getTime(), differing };
}

/** Unsent ones only are in the index, the newest last. */
function stuckMails(now: Date): RawBuilder<unknown> {
  const ago = (ms: number) => new Date(now.getTime() - ms);
  return sql`
    select count(*)::int as count, min(created_at) as since
      from (select * from mail_outbox where sent_at is null order by id desc limit ${COUNT_TO}) unsent
     where created_at > ${ago(MAIL_WATCHED_DAYS * DAY_MS)}
       and (attempts >= ${MAIL_REFUSED_TIMES} or created_at <= ${ago(MAIL_MAX_AGE_MS)})`;
}

/** Months are months of the network's zone. */
function openMonths(now: Date): RawBuilder<unknown> {
  return sql`
    select count(distinct publisher_id)::int as count,
           (min(month) + interval '1 month') at time zone min(time_zone) as since
      from (select m.publisher_id, m.month, n.time_zone
              from network_settings n
              join earning_month m on m.closed_at is null
               and m.month < date_trunc('month', ${now}::timestamptz at time zone n.time_zone)::date
             order by m.month limit ${COUNT_TO}) open_month`;
}

/** Wallets at 0 of accounts with a campaign whose days include today: it would run. */
function emptyWallets(now: Date): RawBuilder<unknown> {
  return sql`
    select count(*)::int as count, min(changed_at) as since
      from (select w.changed_at
              from wallet_watch w
              join account a on a.id = w.advertiser_id and a.status = 'active'
             where w.level = 'empty'
               and exists (select from campaign c
                            where c.advertiser_id = a.id and c.status = 'active'
                              and c.start_date <= (${now}::timestamptz at time zone a.time_zone)::date
                              and (c.end_date is null
                                   or c.end_date >= (${now}::timestamptz at time zone a.time_zone)::date))
             order by w.changed_at limit ${COUNT_TO}) stopped`;
}

/** Of the disk that the installation's data is on; null where the system does not tell. */
async function diskOf({ dataDir }: HasDataDir): Promise<{ freeBytes: number; totalBytes: number } | null> {
  const found = await statfs(dataDir).catch(() => null);
  if (found === null || found.blocks === 0) return null;
  return { freeBytes: found.bavail * found.bsize, totalBytes: found.blocks * found.bsize };
}

function countedSince({ count, since }: Counted): { count: number; sinceMs: number | null } {
  return { count, sinceMs: msOf(since) };
}

function msOf(at: Date | string | null): number | null {
  return at === null ? null : new Date(at).getTime();
}

function instantOf(ms: number | null): string | null {
  return ms === null ? null : new Date(ms).toISOString();
}
