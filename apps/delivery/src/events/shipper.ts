import { rename, unlink } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { traced } from '@placard/db/process/traces';
import type { ClientBase } from 'pg';
import type { Logger } from 'pino';
import type { Connected } from '../snapshot/reconnecting.ts';
import { type Between, findGroup, keepDamaged } from './damage.ts';
import type { Frame } from './frame.ts';
import { FRAME_HEADER_BYTES } from './frame.ts';
import { type Damaged, readFrames, type SegmentRange } from './segment.ts';
import { readFileSparing } from './sparing-read.ts';
import { GROUP_BYTES, type Spool } from './spool.ts';

/** A batch is sent when it holds this many records, or when this much time has passed. */
const BATCH_RECORDS = 4_000;
const BATCH_EVERY_MS = 100;
const READ_BYTES = 2 * (GROUP_BYTES + FRAME_HEADER_BYTES);
const LOCK_SPACE = 0x504c4144;
/** So long a segment of which nothing can be read is asked for, while the disk takes and gives others. */
const SET_ASIDE_AFTER_MS = 10 * 60_000;

/** How far the event log has this shard's spool. Settled batches may be gone: their end is in the checkpoint. */
export async function readShippedEnd(client: ClientBase, shard: number): Promise<number> {
  const { rows } = await client.query<{ end: number }>(
    `select greatest(
       coalesce((select max(spool_end) from event_batch where shard = $1), 0),
       coalesce((select spool_offset from settlement_checkpoint where shard = $1), 0))::float8 as "end"`,
    [shard],
  );
  return rows[0]?.end ?? 0;
}

/**
 * Moves durable groups into `event_batch`, in order, whole. (shard, spool_offset) is the key, and after each
 * (re)connection the log itself says where to go on, so a lost answer to an insert does no harm.
 */
export class Shipper {
  private readonly spool: Spool;
  private readonly shard: number;
  private readonly log: Logger;
  private shippedEnd: number | null = null;
  /** Before this offset nothing more can be read of what is not shipped. */
  private passedEnd = 0;
  private readingPath = '';
  private readingAt = 0;
  private wakeUp: () => void = () => undefined;
  private hurried = false;
  private readonly setAsideAfterMs: number;
  private unreadable: Unreadable | null = null;
  batchesShipped = 0;

  constructor(parts: {
    readonly spool: Spool;
    readonly shard: number;
    readonly log: Logger;
    readonly setAsideAfterMs?: number;
  }) {
    this.spool = parts.spool;
    this.shard = parts.shard;
    this.log = parts.log;
    this.setAsideAfterMs = parts.setAsideAfterMs ?? SET_ASIDE_AFTER_MS;
  }

  /** Bytes that wait on disk for PostgreSQL. */
  get backlogBytes(): number {
    const { durableEnd, segments } = this.spool;
    return durableEnd - Math.max(this.shippedEnd ?? segments[0]?.start ?? durableEnd, this.passedEnd);
  }

  /** Ships until the connection ends. @throws where an insert fails. */
  async run({ client, signal }: Connected): Promise<void> {
    await this.lockShard(client, signal);
    const logEnd = await readShippedEnd(client, this.shard);
    const firstKept = this.spool.segments[0]?.start ?? 0;
    if (firstKept > logEnd) {
      this.log.error(
        { logEnd, firstKept },
        'events between these offsets are neither in the log nor in the spool',
      );
    }
    // What is missing is of the next batch's range, so that settlement goes on behind it.
    this.shippedEnd = logEnd;
    this.passedEnd = 0;
    this.readingPath = '';
    while (!signal.aborted) {
      const records = await traced('ship events', {}, async (span) => {
        const shipped = await this.ship(client);
        if (shipped === 0) span.forget();
        span.set({ 'placard.shard': this.shard, 'placard.events': shipped });
        return shipped;
      });
      if (records >= BATCH_RECORDS) continue;
      if (this.hurried && this.backlogBytes <= 0) return;
      const woken = new Promise<void>((resolve) => {
        this.wakeUp = resolve;
      });
      const waitMs = this.hurried ? 1 : BATCH_EVERY_MS;
      await Promise.race([woken, sleep(waitMs, undefined, { signal, ref: false })]).catch(() => undefined);
    }
  }

  /** From now on `run` returns as soon as everything durable is shipped. */
  hurry(): void {
    this.hurried = true;
    this.wakeUp();
  }

  /** Two processes with one shard number would write over each other's offsets; the lock goes with the connection. */
  private async lockShard(client: ClientBase, signal: AbortSignal): Promise<void> {
    for (let told = false; !signal.aborted; told = true) {
      const { rows } = await client.query<{ locked: boolean }>(
        'select pg_try_advisory_lock($1, $2) as locked',
        [LOCK_SPACE, this.shard],
      );
      if (rows[0]?.locked === true) return;
      if (!told)
        this.log.warn({ shard: this.shard }, 'another process ships this shard: waiting for it to end');
      await sleep(250, undefined, { signal }).catch(() => undefined);
    }
  }

  /** @returns how many records went. */
  private async ship(client: ClientBase): Promise<number> {
    const shipped = this.shippedEnd ?? 0;
    const passed = Math.max(shipped, this.passedEnd);
    const segment = this.segmentAfter(passed);
    if (segment === undefined) {
      // The rest was lost with the end of a segment; what is written from now on comes behind it.
      this.passedEnd = this.spool.durableEnd;
      return 0;
    }
    if (segment.path !== this.readingPath) {
      this.readingPath = segment.path;
      this.readingAt = 0;
    }
    const limit = Math.min(segment.end, this.spool.durableEnd);
    if (limit <= passed) return 0;
    const unread = { from: passed, before: limit };
    const read = await this.read(segment, unread);
    if (read === null) return BATCH_RECORDS;
    const batch = batchOf(read.frames, shipped);
    if (batch.frames.length === 0) {
      this.readingAt = read.nextAt;
      return BATCH_RECORDS;
    }
    if (batch.lost > 0)
      this.log.error(
        { from: batch.start, to: batch.start + batch.lost },
        'events of the spool between these offsets could not be read: they are lost',
      );
    const body = Buffer.concat(
      batch.frames.map((frame) => read.bytes.subarray(frame.bodyAt, frame.bodyAt + frame.end - frame.start)),
    );
    await client.query(
      `insert into event_batch (shard, spool_offset, spool_end, record_count, body)
       values ($1, $2, $3, $4, $5) on conflict do nothing`,
      [this.shard, batch.start, batch.end, batch.recordCount, body],
    );
    this.readingAt += batch.readBytes;
    this.shippedEnd = batch.end;
    this.batchesShipped += 1;
    await this.removeShipped(batch.end);
    return batch.recordCount;
  }

  /** @returns null where it goes on elsewhere: behind a place that can't be read, or behind the whole segment. */
  private async read(
    segment: SegmentRange,
    unread: Between,
  ): Promise<Awaited<ReturnType<typeof readFrames>> | null> {
    const { path } = segment;
    try {
      const range = { at: this.readingAt, limit: unread.before, maxBytes: READ_BYTES };
      const read = await readFrames(path, range);
      if (read.frames.length > 0) return read;
      await this.pass(path, unread);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EIO' || !(await this.isGivenUp(segment))) throw error;
      await this.setAside(segment, unread);
    }
    return null;
  }

  /** Whether it is this segment and not the disk: others are written and read meanwhile, for long enough. */
  private async isGivenUp(segment: SegmentRange): Promise<boolean> {
    const { segments, durableEnd, healthy } = this.spool;
    if (this.unreadable?.path !== segment.path)
      this.unreadable = { path: segment.path, sinceMs: performance.now(), durableEnd };
    const { sinceMs, durableEnd: endBefore } = this.unreadable;
    if (performance.now() - sinceMs < this.setAsideAfterMs || !healthy || durableEnd <= endBefore)
      return false;
    const later = segments[segments.indexOf(segment) + 1];
    if (later === undefined) return false;
    return await readFileSparing(later.path).then(
      () => true,
      () => false,
    );
  }

  /** Under another name, which no start looks at: it may be read elsewhere. What comes after it is shipped. */
  private async setAside(segment: SegmentRange, unread: Between): Promise<void> {
    const { path } = segment;
    const keptAs = `${path}.unread`;
    const moved = await rename(path, keptAs).then(
      () => true,
      () => false,
    );
    this.spool.segments.splice(this.spool.segments.indexOf(segment), 1);
    this.passedEnd = unread.before;
    this.readingPath = '';
    this.log.error(
      { path, keptAs: moved ? keptAs : path, ...unread },
      'a spool segment cannot be read while the disk takes and gives others: it is set aside, its events are lost',
    );
  }

  /** Goes on behind a place that can't be read, with the next whole group or the next segment. */
  private async pass(path: string, unread: Between): Promise<void> {
    const nextAt = await findGroup(path, this.readingAt + 1, unread);
    const damaged: Damaged = { path, at: this.readingAt, nextAt, keptAs: await keepDamaged(path) };
    this.log.error(damaged, 'a spool segment is damaged: what can be read behind that place is shipped');
    if (nextAt === null) this.passedEnd = unread.before;
    else this.readingAt = nextAt;
  }

  private segmentAfter(shipped: number): SegmentRange | undefined {
    const { segments } = this.spool;
    return segments.find((segment) => segment.end > shipped && segment.end > segment.start);
  }

  private async removeShipped(shippedEnd: number): Promise<void> {
    const { segments } = this.spool;
    for (let first = segments[0]; first !== undefined && segments.length > 1; first = segments[0]) {
      if (first.end > shippedEnd) return;
      segments.shift();
      await unlink(first.path).catch((error: unknown) => {
        this.log.warn(
          { error: String(error), path: first.path },
          'a shipped spool segment could not be removed',
        );
      });
    }
  }
}

/** Since when, and how far the spool was written then. */
type Unreadable = { readonly path: string; readonly sinceMs: number; readonly durableEnd: number };

type Batch = {
  readonly frames: readonly Frame[];
  readonly start: number;
  readonly end: number;
  readonly recordCount: number;
  readonly readBytes: number;
  /** Bytes of records before the first frame that no frame has. */
  readonly lost: number;
};

/**
 * The frames from `shipped` on that go together: contiguous, and not more than a batch may hold. What could not be read before them
 * is of this batch's range: settlement goes on with what begins where it ended.
 */
function batchOf(frames: readonly Frame[], shipped: number): Batch {
  const taken: Frame[] = [];
  let start = 0;
  let end = 0;
  let lost = 0;
  let recordCount = 0;
  let readBytes = 0;
  for (const frame of frames) {
    const length = FRAME_HEADER_BYTES + frame.end - frame.start;
    if (frame.end <= shipped || frame.end === frame.start) {
      if (taken.length > 0) break;
      readBytes += length;
      continue;
    }
    if (taken.length > 0 && (recordCount + frame.recordCount > BATCH_RECORDS || frame.start !== end)) break;
    if (taken.length === 0) {
      lost = Math.max(0, frame.start - shipped);
      start = frame.start - lost;
    }
    taken.push(frame);
    end = frame.end;
    recordCount += frame.recordCount;
    readBytes += length;
  }
  return { frames: taken, start, end, recordCount, readBytes, lost };
}
