import type { Metric } from '@placard/db/process/metrics-text';
import { type DeliveryConfig, spoolDir } from './config.ts';
import type { Recorder } from './events/recorder.ts';
import type { Shipper } from './events/shipper.ts';
import type { Spool } from './events/spool.ts';
import type { HealthBook, HealthCounts } from './health/health-book.ts';
import { HealthTeller } from './health/tell-health.ts';
import type { AdsHandler } from './http/ads.ts';
import type { CollectHandler } from './http/collect.ts';
import type { Front } from './http/front/front.ts';
import type { Hosting } from './networks/hosting.ts';
import type { Snapshot } from './snapshot/snapshot.ts';

/** Of what the process holds: the figures that are no counters of a part. */
export type Measured = {
  readonly snapshot: Snapshot;
  readonly connected: { readonly snapshot: boolean };
  readonly nowMs: () => number;
  readonly lastSeenMs: number;
};

export function metricsOf(parts: {
  readonly running: Measured;
  readonly front: Front;
  readonly ads: AdsHandler;
  readonly collect: CollectHandler;
  readonly recorder: Recorder;
  readonly spool: Spool;
  readonly shipper: Shipper;
  readonly hosting: Hosting;
}): Metric[] {
  const { running, front, ads, collect, recorder, spool, shipper, hosting } = parts;
  const one = (name: string, help: string, type: Metric['type'], value: number): Metric => ({
    name: `placard_delivery_${name}`,
    help,
    type,
    samples: [{ value }],
  });
  const byReason: Metric = {
    name: 'placard_delivery_events_total',
    help: 'Events by the reason delivery filtered them for.',
    type: 'counter',
    samples: [...recorder.byReason].map(([reason, value]) => ({ labels: { reason }, value })),
  };
  const calls: Metric = {
    name: 'placard_delivery_collected_total',
    help: 'Calls of the analytics code.',
    type: 'counter',
    samples: Object.entries(collect.calls).map(([kind, value]) => ({ labels: { kind }, value })),
  };
  const answeredBy: Metric = {
    name: 'placard_delivery_front_total',
    help: 'Requests answered by the front itself, through a lane to node:http, and connections handed over to it.',
    type: 'counter',
    samples: Object.entries(front.counts).map(([by, value]) => ({ labels: { by }, value })),
  };
  return [
    one('requests_total', 'Calls for ads.', 'counter', ads.requests),
    one('filled_total', 'Widget views with an ad.', 'counter', ads.filled),
    one('unfilled_total', 'Widget views without an ad.', 'counter', ads.unfilled),
    one('unknown_widgets_total', 'Widget views with a key nobody has.', 'counter', ads.unknownWidgets),
    one('judged_total', 'Ad sets looked at for widget views.', 'counter', ads.judged),
    one(
      'resting_ad_sets',
      'Ad sets that nothing can be shown of for now.',
      'gauge',
      running.snapshot.index.restingCount,
    ),
    byReason,
    calls,
    answeredBy,
    one('forged_dropped_total', 'Forged tokens beyond what is stored.', 'counter', recorder.forgedDropped),
    one('spool_groups_total', 'Groups written to the spool.', 'counter', spool.groupsWritten),
    one('spool_records_total', 'Records written to the spool.', 'counter', spool.recordsWritten),
    one('spool_faults_total', 'Writes to the spool that failed.', 'counter', spool.writeFaults),
    one('spool_backlog_bytes', 'Bytes waiting for PostgreSQL.', 'gauge', shipper.backlogBytes),
    one('batches_shipped_total', 'Batches put into the event log.', 'counter', shipper.batchesShipped),
    one('ad_sets', 'Ad sets in the index.', 'gauge', running.snapshot.index.adSetCount),
    one(
      'index_standings',
      'Places on shelves that were given out, also free ones.',
      'gauge',
      running.snapshot.index.room.standings,
    ),
    one('snapshot_age_seconds', 'Time since the change log was last read.', 'gauge', healthAge(running)),
    ...hosting.metrics(),
    one('database_connected', 'Is PostgreSQL there?', 'gauge', Number(running.connected.snapshot)),
  ];
}

/** What an operator is shown of these. */
function healthCounts(parts: {
  readonly ads: Pick<AdsHandler, 'requests' | 'filled' | 'unfilled'>;
  readonly recorder: Pick<Recorder, 'events' | 'filtered'>;
  readonly spool: Pick<Spool, 'writeFaults'>;
}): HealthCounts {
  const { ads, recorder, spool } = parts;
  const { requests, filled, unfilled } = ads;
  const { events, filtered } = recorder;
  return { requests, views: filled + unfilled, filled, events, filtered, spoolFaults: spool.writeFaults };
}

function healthAge(running: Measured): number {
  return Math.max(0, running.nowMs() - running.lastSeenMs) / 1_000;
}

/** Tells PostgreSQL of these. */
export function healthTeller(parts: {
  readonly config: DeliveryConfig;
  readonly book: HealthBook;
  readonly ads: AdsHandler;
  readonly recorder: Recorder;
  readonly spool: Spool;
  readonly shipper: Shipper;
}): HealthTeller {
  const { config, book, shipper } = parts;
  return new HealthTeller({
    ...{ book, shard: config.shard, spoolDir: spoolDir(config) },
    counts: () => healthCounts(parts),
    spoolBytes: () => shipper.backlogBytes,
  });
}
