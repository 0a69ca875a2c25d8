import type { HEALTH_RANGES, Health } from '@placard/contract/health';
import type { Room } from '@placard/db/process/disks';
import { sql } from 'kysely';
import type { Actor, HasClock, HasDb, HasDisks, HasMailServer } from '../../deps.ts';
import { dataDisks, readNetworkState } from './network-state.ts';
import { latelyFrom, newestRows, SERVED_SUMS, type ServedSums, servedOf } from './served.ts';
import { readThresholds } from './thresholds.ts';

type Deps = HasDb & HasClock & HasDisks & HasMailServer;
type Range = (typeof HEALTH_RANGES)[number];

const MINUTE_MS = 60_000;
const DAY_MINUTES = 24 * 60;

/** Sixty points over an hour, 96 over a day. */
const STEPS: Readonly<Record<Range, { readonly minutes: number; readonly step: number }>> = {
  hour: { minutes: 60, step: 1 },
  day: { minutes: DAY_MINUTES, step: 15 },
};

/** How the ad servers do, what waits behind them, and what is beyond a threshold. */
export async function readHealth(
  deps: Deps,
  _actor: Actor,
  { range }: { readonly range: Range },
): Promise<Health> {
  const now = deps.clock();
  const [lately, series, processes, disks, state, alarms, thresholds] = await Promise.all([
    readSums(deps, latelyFrom(now), now),
    readSeries(deps, range, now),
    readProcesses(deps, now),
    dataDisks(deps),
    readNetworkState(deps),
    deps.db.selectFrom('network_alarm').selectAll().orderBy('first_seen_at').orderBy('kind').execute(),
    readThresholds(deps.db),
  ]);
  return {
    now: now.toISOString(),
    lately,
    series,
    stepMinutes: STEPS[range].step,
    processes,
    disk: sizesOf(disks.find(({ folder }) => folder === 'data')),
    otherDisks: disks.flatMap(({ folder, ...room }) => (folder === 'data' ? [] : [{ folder, ...room }])),
    unsettledSince: instantOf(state.unsettledSinceMs),
    unloadedSince: instantOf(state.unloadedSinceMs),
    alarms: alarms.map((row) => ({
      kind: row.kind,
      level: row.level,
      firstSeenAt: row.first_seen_at.toISOString(),
      lastSeenAt: row.last_seen_at.toISOString(),
      toldAt: row.told_at?.toISOString() ?? null,
    })),
    thresholds,
  };
}

function sizesOf(disk: Room | undefined): Health['disk'] {
  return disk === undefined ? null : { freeBytes: disk.freeBytes, totalBytes: disk.totalBytes };
}

async function readSums({ db }: HasDb, from: Date, to: Date): Promise<Health['lately']> {
  const { rows } = await sql<ServedSums>`
    select ${SERVED_SUMS} from delivery_minute where minute >= ${from} and minute <= ${to}`.execute(db);
  const [sums] = rows;
  if (sums === undefined) throw new Error('sums without a row');
  return servedOf(sums);
}

async function readSeries({ db }: HasDb, range: Range, now: Date): Promise<Health['series']> {
  const { minutes, step } = STEPS[range];
  const from = new Date(
    Math.floor(now.getTime() / (step * MINUTE_MS) - minutes / step + 1) * step * MINUTE_MS,
  );
  const { rows } = await sql<ServedSums & { at: Date }>`
    select date_bin(make_interval(mins => ${step}::int), minute, timestamptz '2000-01-01Z') as at, ${SERVED_SUMS}
      from delivery_minute where minute >= ${from} and minute <= ${now}
     group by at order by at`.execute(db);
  return rows.map((row) => ({ at: row.at.toISOString(), ...servedOf(row) }));
}

type ProcessRow = ServedSums & {
  shard: number;
  toldAt: Date;
  spoolBytes: number;
  spoolFaults: number;
  diskFreeBytes: number | null;
  diskTotalBytes: number | null;
};

async function readProcesses({ db }: HasDb, now: Date): Promise<Health['processes']> {
  const dayAgo = new Date(now.getTime() - DAY_MINUTES * MINUTE_MS);
  const { rows } = await sql<ProcessRow>`
    select n.shard, n.told_at as "toldAt", n.spool_bytes::float8 as "spoolBytes", l.*,
           n.disk_free_bytes::float8 as "diskFreeBytes", n.disk_total_bytes::float8 as "diskTotalBytes"
      from (${newestRows(dayAgo, now)}) n
     cross join lateral (
       select ${SERVED_SUMS}, coalesce(sum(spool_faults), 0)::float8 as "spoolFaults"
         from delivery_minute m where m.shard = n.shard and m.minute >= ${latelyFrom(now)} and m.minute <= ${now}) l
     order by n.shard`.execute(db);
  return rows.map((row) => {
    const { shard, toldAt, spoolBytes, spoolFaults, diskFreeBytes, diskTotalBytes } = row;
    const { views, p99Ms } = servedOf(row);
    return {
      ...{ shard, views, p99Ms, spoolBytes, spoolFaults, diskFreeBytes, diskTotalBytes },
      toldAt: toldAt.toISOString(),
    };
  });
}

function instantOf(ms: number | null): string | null {
  return ms === null ? null : new Date(ms).toISOString();
}
