import type { Db } from '@placard/db/database';
import type { Room } from '@placard/db/process/disks';
import { type DeliveryLately, JUDGED_MINUTES } from '@placard/domain/health/alarm-thresholds';
import { LATENCY_CLASSES, latencyAt } from '@placard/domain/health/latency';
import { type RawBuilder, sql } from 'kysely';

const MINUTE_MS = 60_000;

/** Sums over rows of `delivery_minute`. */
export const SERVED_SUMS = sql`
  coalesce(sum(requests), 0)::float8 as requests, coalesce(sum(views), 0)::float8 as views,
  coalesce(sum(filled), 0)::float8 as filled, coalesce(sum(events), 0)::float8 as events,
  coalesce(sum(filtered), 0)::float8 as filtered,
  array[${sql.join(
    Array.from(
      { length: LATENCY_CLASSES },
      (_, at) => sql`coalesce(sum(latency[${sql.lit(at + 1)}]), 0)::float8`,
    ),
  )}] as latency`;

export type ServedSums = {
  readonly requests: number;
  readonly views: number;
  readonly filled: number;
  readonly events: number;
  readonly filtered: number;
  readonly latency: readonly number[];
};

export type Served = Omit<ServedSums, 'latency'> & {
  readonly p50Ms: number | null;
  readonly p99Ms: number | null;
};

export function servedOf({ requests, views, filled, events, filtered, latency }: ServedSums): Served {
  return {
    ...{ requests, views, filled, events, filtered },
    p50Ms: latencyAt(latency, 0.5),
    p99Ms: latencyAt(latency, 0.99),
  };
}

/** The last ten whole minutes and what there is of the running one. */
export function latelyFrom(now: Date): Date {
  return new Date(Math.floor(now.getTime() / MINUTE_MS - JUDGED_MINUTES) * MINUTE_MS);
}

/** Of each ad server the newest row of a time. */
export function newestRows(from: Date, to: Date): RawBuilder<unknown> {
  return sql`select distinct on (shard) * from delivery_minute
              where minute >= ${from} and minute <= ${to} order by shard, minute desc`;
}

/** What the ad servers told lately, all together, with the fullest of their disks. */
export async function readLately(db: Db, now: Date): Promise<{ lately: DeliveryLately; disk: Room | null }> {
  const from = latelyFrom(now);
  const { rows } = await sql<ServedSums & { spoolBytes: number; disk: Room | null }>`
    select ${SERVED_SUMS},
           (select coalesce(sum(spool_bytes), 0)::float8 from (${newestRows(from, now)}) newest) as "spoolBytes",
           (select jsonb_build_object('freeBytes', disk_free_bytes, 'totalBytes', disk_total_bytes)
              from (${newestRows(from, now)}) newest where disk_total_bytes > 0
             order by disk_free_bytes::float8 / disk_total_bytes limit 1) as disk
      from delivery_minute where minute >= ${from} and minute <= ${now}`.execute(db);
  const [sums] = rows;
  if (sums === undefined) throw new Error('sums without a row');
  const { views, filled, events, filtered, latency, spoolBytes, disk } = sums;
  const timed = latency.reduce((all, count) => all + count, 0);
  const p99Ms = latencyAt(latency, 0.99);
  return { lately: { views, filled, events, filtered, timed, p99Ms, spoolBytes }, disk };
}
