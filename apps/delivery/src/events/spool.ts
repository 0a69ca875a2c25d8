import type { Logger } from 'pino';
import { isDiskFault } from './disk-fault.ts';
import { FRAME_HEADER_BYTES, sealFrame } from './frame.ts';
import { type Recovered, SEGMENT_BYTES, type SegmentRange, SegmentWriter } from './segment.ts';

/** Records of one group at most: it is also one batch of the event log at most. */
export const GROUP_BYTES = 256 * 1_024;
/** Groups waiting for the disk at most; beyond, requests are told to come back. */
const WAITING_GROUPS = 8;
/**
 * While the disk makes one group durable, answers to the last and the next group of requests take the processor. More than two
 * would only make groups smaller.
 */
const MOST_IN_FLIGHT = 2;
const SPARE_GROUPS = MOST_IN_FLIGHT + 1;
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
 * The append-only spool of one delivery process. Requests put records into a group in memory and wait; while two
 * groups are being written (one synchronous write each), the next gathers. A request is answered only after its group and all
 * before it are on the disk. Where that fails nothing of the group is acknowledged, nor of what was begun after it.
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
  /** Writes that have begun and are not answered. */
  private inFlight = 0;
  /** A write has failed, and those begun after it have still to end. */
  private failing = false;
  /** Where the next group begins: `end`, and what is being written. */
  private begun: number;
  /** When all that was begun is answered. */
  private acknowledged: Promise<void> = Promise.resolve();
  private goOn: () => void = () => undefined;
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
    this.begun = recovered.end;
  }

  /**
   * Opens also where the disk takes nothing now: events are refused then until it does.
   * @param recovered what `recoverSegments` found.
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
    if (this.scheduled) return;
    this.scheduled = true;
    setImmediate(() => {
      this.scheduled = false;
      if (this.flushing) this.goOn();
      else void this.flush();
    });
  }

  /** Begins writes as long as there is anything to write, two at most at a time. */
  private async flush(): Promise<void> {
    this.flushing = true;
    for (;;) {
      const mayBegin = this.inFlight < MOST_IN_FLIGHT && !this.failing;
      const group = mayBegin ? this.nextGroup() : undefined;
      if (group !== undefined) {
        await this.begin(group);
      } else if (this.inFlight > 0) {
        await new Promise<void>((resolve) => {
          this.goOn = resolve;
        });
      } else if (this.failing) {
        // What was under way when a write failed has ended: the next one begins another segment.
        this.failing = false;
      } else {
        break;
      }
    }
    this.flushing = false;
    const { idle } = this;
    this.idle = [];
    for (const resolve of idle) resolve();
  }

  private nextGroup(): Group | undefined {
    const full = this.full.shift();
    if (full !== undefined || this.filling.length === 0) return full;
    // While a write is under way, what arrives in this turn of the event loop still comes along.
    if (this.scheduled && this.inFlight > 0) return undefined;
    const group = this.filling;
    this.filling = this.spare.pop() ?? newGroup();
    return group;
  }

  /** Starts to write a group. Groups are answered in the order in which they were begun, whichever is on disk first. */
  private async begin(group: Group): Promise<void> {
    const bytes = FRAME_HEADER_BYTES + group.length;
    if (this.faulty && performance.now() < this.retryAtMs) {
      this.answer(group, false);
      return;
    }
    try {
      if (this.writer === null || !this.writer.hasRoom(bytes)) {
        // A segment begins where all before it is known to be on disk.
        await this.acknowledged;
        if (this.failing) {
          this.answer(group, false);
          return;
        }
        await this.nextSegment();
      }
    } catch (error) {
      this.fault(error);
      this.answer(group, false);
      return;
    }
    const { writer } = this;
    if (writer === null) {
      this.answer(group, false);
      return;
    }
    const start = this.begun;
    this.begun = start + group.length;
    sealFrame(group.buffer, { start, length: group.length, recordCount: group.recordCount });
    const written = writer.write(group.buffer, bytes, writer.place(bytes));
    this.inFlight += 1;
    this.acknowledged = this.acknowledge(group, { writer, written, before: this.acknowledged });
  }

  private async acknowledge(
    group: Group,
    of: { readonly writer: SegmentWriter; readonly written: Promise<void>; readonly before: Promise<void> },
  ): Promise<void> {
    const [outcome] = await Promise.allSettled([of.written, of.before]);
    // Behind a hole nothing counts, also what is on disk: a later start would not find it.
    const stored = outcome.status === 'fulfilled' && !this.failing;
    if (stored) {
      this.end += group.length;
      of.writer.reached(this.end);
      this.groupsWritten += 1;
      this.recordsWritten += group.recordCount;
      this.recovered();
      if (of.writer.fullness > PREPARE_AT_FULLNESS) this.prepare();
    } else if (outcome.status === 'rejected' && !this.failing) {
      this.failing = true;
      this.fault(outcome.reason);
    }
    this.inFlight -= 1;
    this.answer(group, stored);
    this.goOn();
  }

  private answer(group: Group, stored: boolean): void {
    for (const written of group.waiting) written(stored);
    recycle(group);
    if (this.spare.length < SPARE_GROUPS) this.spare.push(group);
  }

  /** A failed write may have left half a group: that segment is not written to again. */
  private fault(error: unknown): void {
    this.writeFaults += 1;
    this.retryAtMs = performance.now() + this.retryMs;
    const { writer } = this;
    this.writer = null;
    this.begun = this.end;
    // Not while another write is under way: its file's number would be given to somebody else.
    void this.acknowledged.then(() => writer?.close()).catch(() => undefined);
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
