import type { ReachLevel } from '@placard/db/schema/reach';
import {
  FREQUENCY_STEPS,
  REACH_CLOSES_AFTER_MS,
  REACH_CLOSES_AT_LAST_MS,
} from '@placard/domain/analytics/reach';
import { DAY_MS, dayOfNumber, numberOfDay } from '@placard/domain/time-zone';
import type { ClientBase, Pool } from 'pg';
import type { Analytics } from './open-analytics.ts';
import { REACH_TABLE } from './reach-table.ts';

export type ReachDeps = { readonly pool: Pool; readonly analytics: Pick<Analytics, 'client'> };

/** Whose figures a level's are, and what they are told apart by. */
const LEVELS = {
  advertiser: ['advertiser_id', 'advertiser_id'],
  campaign: ['advertiser_id', 'campaign_id'],
  ad_set: ['advertiser_id', 'ad_set_id'],
  creative: ['advertiser_id', 'creative_id'],
  publisher: ['publisher_id', 'publisher_id'],
  website: ['publisher_id', 'website_id'],
  widget: ['publisher_id', 'widget_id'],
} as const satisfies Record<ReachLevel, readonly [account: string, subject: string]>;

const FIGURES = ['viewers', 'impressions', ...FREQUENCY_STEPS.map((step) => `seen_${step}`)];
/** Rows of one statement. */
const ROWS_AT_ONCE = 5_000;
/** Beyond it the engine sums by way of its disk: a day of a hundred million impressions must not take the process. */
const MEMORY_BYTES = 400_000_000;

/** Viewers whose impressions of the day lie in a step: from its beginning up to the next one's. */
const STEPS = FREQUENCY_STEPS.map((step, index) => {
  const next = FREQUENCY_STEPS[index + 1];
  return `countIf(times >= ${step}${next === undefined ? '' : ` and times < ${next}`}) as seen_${step}`;
}).join(', ');

/**
 * Counts the viewers of the open days anew, exactly, from their impressions in analytics. What is kept only ever grows while a day is
 * open: a count beside a rebuild, which has not everything yet, changes nothing.
 * @param isNew false: nobody was shown anything since, and only the time is noted
 */
export async function countReach(deps: ReachDeps, now: Date, isNew: boolean): Promise<void> {
  const days = isNew ? await daysOf(deps.analytics, await readOpenFrom(deps.pool)) : [];
  for (const day of days) await countDay(deps, deps.pool, day);
  await deps.pool.query('update reach_state set counted_at = greatest(counted_at, $1)', [now]);
}

/** What became of the first open day. */
export type ReachClosing = {
  readonly closed: boolean;
  /** When it is to be asked again; infinite where no day is open. */
  readonly nextMs: number;
};

/**
 * Closes the first open day that is over and wholly settled: counts it a last time and erases its keys, in PostgreSQL with the count, in
 * analytics behind it; what a run that died left there goes with the next one.
 * @returns whether it closed one, so that there may be another; else when the first open day is over
 */
export async function closeReachDay(deps: ReachDeps, now: Date): Promise<ReachClosing> {
  const { pool, analytics } = deps;
  const openFrom = await readOpenFrom(pool);
  const [day] = await daysOf(analytics, openFrom);
  if (day === undefined) {
    await eraseKeys(deps, openFrom);
    return { closed: false, nextMs: Number.POSITIVE_INFINITY };
  }
  const endMs = (numberOfDay(day) + 1) * DAY_MS;
  const overMs = now.getTime() - endMs;
  const isOver =
    overMs >= REACH_CLOSES_AT_LAST_MS || (overMs >= REACH_CLOSES_AFTER_MS && !(await isUnsettled(pool, now)));
  if (!isOver) {
    await eraseKeys(deps, openFrom);
    return { closed: false, nextMs: endMs + REACH_CLOSES_AFTER_MS };
  }
  const next = dayOfNumber(numberOfDay(day) + 1);
  const client = await pool.connect();
  try {
    await client.query('begin');
    await countDay(deps, client, day);
    await client.query('update reach_state set open_from = greatest(open_from, $1::date)', [next]);
    await client.query('delete from reach_batch where day < $1::date', [next]);
    await client.query('commit');
  } catch (cause) {
    await client.query('rollback').catch(() => undefined);
    throw cause;
  } finally {
    client.release();
  }
  await eraseKeys(deps, next);
  return { closed: true, nextMs: Number.NEGATIVE_INFINITY };
}

/** The last settlement whose viewers are waiting to be counted or were, of days that are open. */
export async function newestReach(pool: Pool): Promise<bigint> {
  const { rows } = await pool.query<{ id: bigint | null }>(
    'select max(settlement_id) as id from reach_batch',
  );
  return BigInt(rows[0]?.id ?? 0);
}

async function readOpenFrom(pool: Pool): Promise<string> {
  const { rows } = await pool.query<{ day: string }>('select open_from::text as day from reach_state');
  return rows[0]?.day ?? '1970-01-01';
}

/** Days from `from` on of which analytics has impressions, in their order. */
async function daysOf({ client }: ReachDeps['analytics'], from: string): Promise<string[]> {
  const result = await client.query({
    query: `select distinct toString(day) as name from ${REACH_TABLE} where day >= {from:Date} order by name`,
    query_params: { from },
    format: 'JSONEachRow',
  });
  return (await result.json<{ name: string }>()).map(({ name }) => name);
}

/** Whether something that arrived a minute ago or earlier waits for settlement. */
async function isUnsettled(pool: Pool, now: Date): Promise<boolean> {
  const { rows } = await pool.query<{ waits: boolean }>(
    `select exists (select from event_batch b left join settlement_checkpoint c using (shard)
                     where b.spool_end > coalesce(c.spool_offset, 0) and b.received_at < $1)
         or exists (select from settlement_part) as waits`,
    [new Date(now.getTime() - 60_000)],
  );
  return rows[0]?.waits !== false;
}

/** What came late of closed days in PostgreSQL, and their partitions. */
async function eraseKeys({ pool, analytics }: ReachDeps, openFrom: string): Promise<void> {
  await pool.query('delete from reach_batch where day < $1::date', [openFrom]);
  const result = await analytics.client.query({
    query: `select distinct toString(day) as name from ${REACH_TABLE} where day < {openFrom:Date}`,
    query_params: { openFrom },
    format: 'JSONEachRow',
  });
  for (const { name } of await result.json<{ name: string }>()) {
    await analytics.client.command({
      query: `alter table ${REACH_TABLE} drop partition {name:String}`,
      query_params: { name },
    });
  }
}

async function countDay(deps: ReachDeps, client: Pool | ClientBase, day: string): Promise<void> {
  for (const level of Object.keys(LEVELS) as ReachLevel[]) {
    const rows = await readLevel(deps.analytics, level, day);
    for (let from = 0; from < rows.length; from += ROWS_AT_ONCE) {
      await storeRows(client, level, day, rows.slice(from, from + ROWS_AT_ONCE));
    }
  }
}

type Row = Readonly<Record<string, string | number>>;

async function readLevel({ client }: ReachDeps['analytics'], level: ReachLevel, day: string): Promise<Row[]> {
  const [account, subject] = LEVELS[level];
  const result = await client.query({
    query: `select account, subject, count() as viewers, sum(times) as impressions, ${STEPS}
              from (select ${account} as account, ${subject} as subject, count() as times from ${REACH_TABLE}
                     where day = {day:Date} and ${account} > 0 and ${subject} > 0
                     group by account, subject, key_low, key_high)
             group by account, subject`,
    query_params: { day },
    clickhouse_settings: { max_bytes_before_external_group_by: String(MEMORY_BYTES) },
    format: 'JSONEachRow',
  });
  return await result.json<Row>();
}

async function storeRows(
  client: Pool | ClientBase,
  level: ReachLevel,
  day: string,
  rows: readonly Row[],
): Promise<void> {
  const column = (name: string) => `{${rows.map((row) => Number(row[name] ?? 0)).join(',')}}`;
  await client.query({
    name: 'analytics-store-reach',
    text: `insert into reach_day as r (level, day, account_id, subject_id, ${FIGURES.join(', ')})
           select $1, $2::date, * from unnest($3::int[], $4::int[], ${FIGURES.map((_, index) => `$${index + 5}::bigint[]`).join(', ')})
           on conflict (account_id, level, subject_id, day) do update
              set ${FIGURES.map((figure) => `${figure} = excluded.${figure}`).join(', ')}
            where excluded.impressions > r.impressions`,
    values: [level, day, column('account'), column('subject'), ...FIGURES.map(column)],
  });
}
