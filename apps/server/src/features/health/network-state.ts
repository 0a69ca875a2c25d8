import { type Disk, dataFolders, disksOf, type Room } from '@placard/db/process/disks';
import type { DataFolder } from '@placard/domain/health/data-folders';
import { MAIL_REFUSED_TIMES, MAIL_WATCHED_DAYS, type NetworkState } from '@placard/domain/home/alarms';
import { DAY_MS } from '@placard/domain/time-zone';
import { type RawBuilder, sql } from 'kysely';
import type { HasClock, HasDb, HasDisks, HasMailServer } from '../../deps.ts';
import { MAIL_MAX_AGE_MS } from '../../mail/mail-sender.ts';
import { wouldRun } from '../campaigns/would-run.ts';
import { COUNTED_ROWS } from '../list-count.ts';
import { readLately } from './served.ts';
import { readThresholds } from './thresholds.ts';

type Deps = HasDb & HasClock & HasDisks & HasMailServer;

/** What the network looks like now, as alarms are judged by. */
export async function readNetworkState(deps: Deps): Promise<NetworkState> {
  const now = deps.clock();
  const [facts, ownDisks, thresholds, { lately, disk }] = await Promise.all([
    readFacts(deps, now),
    dataDisks(deps),
    readThresholds(deps.db),
    readLately(deps.db, now),
  ]);
  return {
    nowMs: now.getTime(),
    thresholds,
    lately,
    unsettledSinceMs: msOf(facts.unsettled_since),
    unloadedSinceMs: msOf(facts.unloaded_since),
    overDeliveredSinceMs: msOf(facts.over_delivered_since),
    books: booksOf(facts.books),
    deliveryToldMs: msOf(facts.delivery_told),
    disk: fullest([...ownDisks, ...(disk === null ? [] : [disk])]),
    stuckMails: deps.mailServer ? countedSince(facts.stuck_mails) : { count: 0, sinceMs: null },
    openMonths: { count: facts.open_months.count, endedMs: msOf(facts.open_months.since) },
    emptyWallets: countedSince(facts.empty_wallets),
  };
}

/** A count of JSON, so a time is a text. */
type Counted = { readonly count: number; readonly since: string | null };

type Facts = {
  readonly unsettled_since: Date | null;
  readonly unloaded_since: Date | null;
  readonly over_delivered_since: Date | null;
  readonly delivery_told: Date | null;
  readonly books: { readonly isGreen: boolean; readonly looked: string; readonly differing: number } | null;
  readonly stuck_mails: Counted;
  readonly open_months: Counted;
  readonly empty_wallets: Counted;
};

/** One question, of which each part follows an index of what is not well and counts no further than lists do. */
async function readFacts({ db }: HasDb, now: Date): Promise<Facts> {
  const { rows } = await sql<Facts>`
    select (${UNSETTLED_SINCE}) as unsettled_since,
           (${UNLOADED_SINCE}) as unloaded_since,
           (select first_seen_at from network_alarm where kind = 'over_delivered') as over_delivered_since,
           (select max(told_at) from delivery_networks) as delivery_told,
           (${NEWEST_RECONCILIATION}) as books,
           (select ${COUNTED} from (${stuckMails(now)}) mails) as stuck_mails,
           (select ${COUNTED} from (${openMonths(now)}) months) as open_months,
           (select ${COUNTED} from (${emptyWallets(now)}) wallets) as empty_wallets`.execute(db);
  const [row] = rows;
  if (row === undefined) throw new Error('facts without a row');
  return row;
}

/** Of a source with the columns `count` and `since`. */
const COUNTED = sql`jsonb_build_object('count', count, 'since', since)`;

const COUNT_TO = sql.lit(COUNTED_ROWS + 1);

const UNLOADED_SINCE = sql`
  select s.settled_at
    from analytics_checkpoint c
   cross join lateral (select settlement_id from fact_batch f where f.settlement_id > c.settlement_id
                        order by settlement_id limit 1) f
    join settlement s on s.id = f.settlement_id`;

/**
 * The first batch of each shard that settlement has not reached, found from shard to shard as settlement does, or what
 * waits for one of several settlers since before.
 */
const UNSETTLED_SINCE = sql`
  with recursive shard_list as (
    (select shard from event_batch order by shard limit 1)
    union all
    select (select e.shard from event_batch e where e.shard > l.shard order by e.shard limit 1)
      from shard_list l where l.shard is not null
  )
  select least(min(b.received_at), (select min(judged_at) from settlement_part))
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

/** Months are months of the network's zone; in one that PostgreSQL does not know those of UTC, so that all else is looked at. */
function openMonths(now: Date): RawBuilder<unknown> {
  return sql`
    select count(distinct publisher_id)::int as count,
           (min(month) + interval '1 month') at time zone min(time_zone) as since
      from (select m.publisher_id, m.month, n.time_zone
              from (select case when day_in_zone(${now}, time_zone) is null then 'UTC' else time_zone end as time_zone
                      from network_settings) n
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
               and exists (select from campaign c where c.advertiser_id = a.id and ${wouldRun(now, 'a')})
             order by w.changed_at limit ${COUNT_TO}) stopped`;
}

/** Those that the data folder and its parts are on. */
export async function dataDisks({ dataDir, lookAtDisk }: HasDisks): Promise<Disk<DataFolder>[]> {
  return await disksOf(dataFolders(dataDir), lookAtDisk);
}

function countedSince({ count, since }: Counted): { count: number; sinceMs: number | null } {
  return { count, sinceMs: msOf(since) };
}

function msOf(at: Date | string | null): number | null {
  return at === null ? null : new Date(at).getTime();
}

/** The one of which less is free. */
function fullest(disks: readonly Room[]): Room | null {
  const share = ({ freeBytes, totalBytes }: Room) => freeBytes / totalBytes;
  return disks.toSorted((one, other) => share(one) - share(other))[0] ?? null;
}
