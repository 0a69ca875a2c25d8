import type { Logger } from 'pino';
import { isDiskFault } from './disk-fault.ts';
import { FRAME_HEADER_BYTES, sealFrame } from './frame.ts';
import { type Recovered, SEGMENT_BYTES, type SegmentRange, SegmentWriter } from './segment.ts';

/** Records of one group at most: it is also one batch of the event log at most. */
export const GROUP_BYTES = 256 * 1_024;
/** Groups waiting for the disk at most; beyond, requests are told to come back. */
const WAITING_GROUPS = 8;
const RETRY_MS = 1_000;
const PREPARE_AT_FULLNESS = 0.5;

export type Written = (stored: boolean) => void;

export type SpoolOptions = {
  readonly log: Logger;
  readonly segmentBytes?: number;
  /** How long a disk that failed is left alone. */
  readonly retryMs?: number;
};

type Group = {
  readonly buffer: Buffer;
  length: number;
  recordCount: number;
  readonly waiting: Written[];
};

/**
 * The append-only spool of one delivery process. Requests put records into a group in memory and wait; while one
 * group is being written (one synchronous write), the next gathers. A request is answered only after its group is on
 * the disk. Where that fails nothing of the group is acknowledged.
 */
export class Spool {
  /** Oldest first; the last one is being written. Shipped ones are taken off by the shipper. */
  readonly segments: SegmentRange[];
  private readonly dir: string;
  private readonly log: Logger;
  private readonly segmentBytes: number;
  private readonly retryMs: number;
  private generation: number;
  private end: number;
  private writer: SegmentWriter | null = null;
  private prepared: SegmentWriter | null = null;
  private preparing: Promise<void> | null = null;
  private filling: Group = newGroup();
  private readonly full: Group[] = [];
  private readonly spare: Group[] = [];
  private flushing = false;
  private scheduled = false;
  private closed = false;
  private idle: (() => void)[] = [];
  private faulty = false;
  private retryAtMs = 0;
  /** Figures for /metrics. */
  groupsWritten = 0;
  recordsWritten = 0;
  writeFaults = 0;

  private constructor(dir: string, options: Required<SpoolOptions>, recovered: Recovered) {
    this.dir = dir;
    this.log = options.log;
    this.segmentBytes = options.segmentBytes;
    this.retryMs = options.retryMs;
    this.segments = [...recovered.segments];
    this.generation = recovered.nextGeneration;
    this.end = recovered.end;
  }

  /**
   * Opens also where the disk takes nothing now: events are refused then until it does.
   * @param recovered what `recoverSegments` found, its end raised where the event log has gone further.
   */
  static async open(dir: string, recovered: Recovered, options: SpoolOptions): Promise<Spool> {
    const { log, segmentBytes = SEGMENT_BYTES, retryMs = RETRY_MS } = options;
    const spool = new Spool(dir, { log, segmentBytes, retryMs }, recovered);
    try {
      await spool.nextSegment();
    } catch (error) {
      if (!isDiskFault(error)) throw error;
      spool.fault(error);
    }
    return spool;
  }

  /** Everything before this offset is durable. */
  get durableEnd(): number {
    return this.end;
  }

  /** False while nothing can be stored. */
  get healthy(): boolean {
    return !this.faulty;
  }

  /**
   * Makes room for records of `bytes` in the group that is gathering; the caller writes them at once at the offset
   * returned into `buffer`. @returns -1 when too much waits already or nothing can be stored.
   */
  reserve(bytes: number, recordCount: number): number {
    if (this.closed || (this.faulty && this.full.length > 0)) return -1;
    if (!this.gather(bytes)) return -1;
    const group = this.filling;
    const at = FRAME_HEADER_BYTES + group.length;
    group.length += bytes;
    group.recordCount += recordCount;
    this.schedule();
    return at;
  }

  /** Makes sure that records of `bytes` go into one group, so that one request is stored whole or not at all. */
  gather(bytes: number): boolean {
    if (this.filling.length + bytes <= GROUP_BYTES) return true;
    if (this.full.length >= WAITING_GROUPS) return false;
    this.full.push(this.filling);
    this.filling = this.spare.pop() ?? newGroup();
    return true;
  }

  get buffer(): Buffer {
    return this.filling.buffer;
  }

  /** Calls back once what was reserved last is on disk, or is known not to be. */
  whenWritten(written: Written): void {
    if (this.filling.length === 0) written(true);
    else this.filling.waiting.push(written);
  }

  /** Resolves when nothing waits. */
  async drained(): Promise<void> {
    if (!this.flushing && this.full.length === 0 && this.filling.length === 0) return;
    await new Promise<void>((resolve) => this.idle.push(resolve));
  }

  async close(): Promise<void> {
    await this.drained();
    this.closed = true;
    await this.preparing;
    await this.prepared?.close();
    await this.writer?.close();
    this.writer = null;
  }

  /** After this turn of the event loop, so that all requests that arrived together share one write. */
  private schedule(): void {
    if (this.flushing || this.scheduled) return;
    this.scheduled = true;
    setImmediate(() => {
      this.scheduled = false;
      if (!this.flushing) void this.flush();
    });
  }

  private async flush(): Promise<void> {
    this.flushing = true;
    for (;;) {
      let group = this.full.shift();
      if (group === undefined) {
        if (this.filling.length === 0) break;
        group = this.filling;
        this.filling = this.spare.pop() ?? newGroup();
      }
      const stored = await this.store(group);
      for (const written of group.waiting) written(stored);
      recycle(group);
      if (this.spare.length < 2) this.spare.push(group);
    }
    this.flushing = false;
    const { idle } = this;
    this.idle = [];
    for (const resolve of idle) resolve();
  }

  private async store(group: Group): Promise<boolean> {
    const bytes = FRAME_HEADER_BYTES + group.length;
    if (this.faulty && performance.now() < this.retryAtMs) return false;
    try {
      if (this.writer === null || !this.writer.hasRoom(bytes)) await this.nextSegment();
      const writer = this.writer;
      if (writer === null) return false;
      const start = this.end;
      sealFrame(group.buffer, { start, length: group.length, recordCount: group.recordCount });
      await writer.append(group.buffer, bytes, start + group.length);
      this.end = start + group.length;
      this.groupsWritten += 1;
      this.recordsWritten += group.recordCount;
      this.recovered();
      if (writer.fullness > PREPARE_AT_FULLNESS) this.prepare();
      return true;
    } catch (error) {
      this.fault(error);
      return false;
    }
  }

  /** A failed write may have left half a group: that segment is not written to again. */
  private fault(error: unknown): void {
    this.writeFaults += 1;
    this.retryAtMs = performance.now() + this.retryMs;
    const { writer } = this;
    this.writer = null;
    void writer?.close().catch(() => undefined);
    if (!this.faulty)
      this.log.error({ error: String(error) }, 'the spool cannot be written: events are refused');
    this.faulty = true;
  }

  private recovered(): void {
    if (!this.faulty) return;
    this.faulty = false;
    this.log.info('the spool can be written again');
  }

  private async nextSegment(): Promise<void> {
    await this.preparing;
    const writer =
      this.prepared ?? (await SegmentWriter.create(this.dir, this.takeGeneration(), this.segmentBytes));
    this.prepared = null;
    try {
      await writer.begin(this.end);
    } catch (error) {
      await writer.close();
      throw error;
    }
    const old = this.writer;
    this.writer = writer;
    this.segments.push(writer.range);
    await old?.close();
  }

  /** Makes the next segment while this one is written. A full disk shows here, with half a segment still to go. */
  private prepare(): void {
    if (this.prepared !== null || this.preparing !== null || this.closed) return;
    this.preparing = SegmentWriter.create(this.dir, this.takeGeneration(), this.segmentBytes).then(
      (writer) => {
        this.prepared = writer;
        this.preparing = null;
      },
      (error: unknown) => {
        this.log.warn({ error: String(error) }, 'no room for the next spool segment');
        setTimeout(() => {
          this.preparing = null;
        }, this.retryMs).unref();
      },
    );
  }

  private takeGeneration(): number {
    const generation = this.generation;
    this.generation += 1;
    return generation;
  }
}

function newGroup(): Group {
  return {
    buffer: Buffer.allocUnsafe(FRAME_HEADER_BYTES + GROUP_BYTES),
    length: 0,
    recordCount: 0,
    waiting: [],
  };
}

function recycle(group: Group): void {
  group.length = 0;
  group.recordCount = 0;
  group.waiting.length = 0;
}
