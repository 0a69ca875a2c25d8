import { THRESHOLD_BOUNDS } from '@placard/domain/health/alarm-thresholds';
import { FOLDERS_IN_DATA } from '@placard/domain/health/data-folders';
import { ALARM_KINDS } from '@placard/domain/home/alarms';
import { z } from 'zod';
import { operatorOperation } from './operation.ts';
import { get, put } from './route.ts';
import { data, instant, version } from './scalars.ts';

function whole(name: 'settlementSeconds' | 'latencyMs' | 'spoolMegabytes') {
  const [least, most] = THRESHOLD_BOUNDS[name];
  return z.number().int().min(least).max(most);
}

function percent(name: 'diskPercent' | 'fillPercent' | 'filteredPercent' | 'overDeliveredPercent') {
  const [least, most] = THRESHOLD_BOUNDS[name];
  return z.number().min(least).max(most).multipleOf(0.01);
}

/** From where on operators are told, by mail and webhook; null: never of this. */
export const alarmThresholds = z.object({
  settlementSeconds: whole('settlementSeconds'),
  diskPercent: percent('diskPercent'),
  fillPercent: percent('fillPercent').nullable(),
  filteredPercent: percent('filteredPercent').nullable(),
  latencyMs: whole('latencyMs').nullable(),
  spoolMegabytes: whole('spoolMegabytes').nullable(),
  overDeliveredPercent: percent('overDeliveredPercent').nullable(),
});

/** What the ad servers did within some time, all together. */
const served = {
  /** Calls, each of one page. */
  requests: z.number().int(),
  /** Widget views in them. */
  views: z.number().int(),
  filled: z.number().int(),
  /** Impressions, viewable ones and clicks. */
  events: z.number().int(),
  /** Those that delivery filtered. */
  filtered: z.number().int(),
  /** What half of the decisions, and 99 of 100, took at most; null: none was timed. */
  p50Ms: z.number().nullable(),
  p99Ms: z.number().nullable(),
};

export const HEALTH_RANGES = ['hour', 'day'] as const;

const health = z.object({
  now: instant,
  /** The last ten minutes. */
  lately: z.object(served),
  /** Over the chosen time, each step with its begin; steps in which no ad server told of itself are left out. */
  series: z.array(z.object({ at: instant, ...served })),
  stepMinutes: z.number().int(),
  /** Each ad server that told of itself within the last day. */
  processes: z.array(
    z.object({
      shard: z.number().int(),
      toldAt: instant,
      views: z.number().int(),
      p99Ms: z.number().nullable(),
      /** Waits for PostgreSQL. */
      spoolBytes: z.number().int(),
      /** Writes that failed within the last ten minutes. */
      spoolFaults: z.number().int(),
      diskFreeBytes: z.number().int().nullable(),
      diskTotalBytes: z.number().int().nullable(),
    }),
  ),
  /** Of the machine with the data folder; null where the system does not tell. */
  disk: z.object({ freeBytes: z.number().int(), totalBytes: z.number().int() }).nullable(),
  /** Those that folders in the data folder are mounted on or lead to, each by the first that is on it. */
  otherDisks: z.array(
    z.object({ folder: z.enum(FOLDERS_IN_DATA), freeBytes: z.number().int(), totalBytes: z.number().int() }),
  ),
  unsettledSince: instant.nullable(),
  unloadedSince: instant.nullable(),
  /** What is beyond a threshold, and what was until some minutes ago. `toldAt` null: it has not lasted long enough. */
  alarms: z.array(
    z.object({
      kind: z.enum(ALARM_KINDS),
      level: z.enum(['stop', 'look']),
      firstSeenAt: instant,
      lastSeenAt: instant,
      toldAt: instant.nullable(),
    }),
  ),
  thresholds: alarmThresholds.extend({ version }),
});
export type Health = z.infer<typeof health>;

const tags = ['Operator'];
const PATH = '/operator/health';

/** How delivery does, and from where on somebody is told. */
export const healthContract = {
  read: operatorOperation
    .route(get(PATH, tags, 'How the ad servers do: views, fill, latency, spool, disk, what waits, alarms'))
    .input(z.object({ range: z.enum(HEALTH_RANGES).default('hour') }))
    .output(data(health)),
  updateThresholds: operatorOperation
    .route(put(`${PATH}/thresholds`, tags, 'Change from where on operators are told'))
    .input(alarmThresholds.extend({ version }))
    .output(data(alarmThresholds.extend({ version }))),
};
