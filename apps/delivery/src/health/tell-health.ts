import { statfs } from 'node:fs/promises';
import type { Client } from 'pg';
import type { HealthBook, HealthCounts } from './health-book.ts';

/** What an operator sees is at most so old, and a minute's row is written a dozen times. */
const TELL_EVERY_MS = 5_000;

const TELL_SQL = `
  insert into delivery_minute as m (minute, shard, requests, views, filled, events, filtered, latency,
                                    spool_bytes, spool_faults, disk_free_bytes, disk_total_bytes, told_at)
  values (date_trunc('minute', $1::timestamptz), $2, $3, $4, $5, $6, $7, $8::bigint[], $9, $10, $11, $12, $1)
  on conflict (minute, shard) do update
    set requests = m.requests + excluded.requests, views = m.views + excluded.views,
        filled = m.filled + excluded.filled, events = m.events + excluded.events,
        filtered = m.filtered + excluded.filtered, spool_faults = m.spool_faults + excluded.spool_faults,
        latency = (select array_agg(a + b order by at)
                     from unnest(m.latency, excluded.latency) with ordinality as both_sides (a, b, at)),
        spool_bytes = excluded.spool_bytes, disk_free_bytes = excluded.disk_free_bytes,
        disk_total_bytes = excluded.disk_total_bytes, told_at = excluded.told_at`;

/** Tells PostgreSQL how this process does. What came while that was away belongs to the minute in which it is back. */
export class HealthTeller {
  private toldMs = Number.NEGATIVE_INFINITY;
  private readonly parts: {
    readonly book: HealthBook;
    readonly shard: number;
    /** What it writes is there, mounted apart or not. */
    readonly spoolDir: string;
    readonly counts: () => HealthCounts;
    readonly spoolBytes: () => number;
  };

  constructor(parts: HealthTeller['parts']) {
    this.parts = parts;
  }

  async tell(client: Client, nowMs: number): Promise<void> {
    if (Math.abs(nowMs - this.toldMs) < TELL_EVERY_MS) return;
    const { book, shard, spoolDir, counts, spoolBytes } = this.parts;
    const disk = await statfs(spoolDir).catch(() => null);
    const now = counts();
    const { counts: more, latency } = book.since(now);
    await client.query(TELL_SQL, [
      ...[
        new Date(nowMs),
        shard,
        more.requests,
        more.views,
        more.filled,
        more.events,
        more.filtered,
        latency,
      ],
      ...[spoolBytes(), more.spoolFaults],
      ...(disk === null ? [null, null] : [disk.bavail * disk.bsize, disk.blocks * disk.bsize]),
    ]);
    book.told(now, latency);
    this.toldMs = nowMs;
  }
}
