import {
  closeSync,
  constants,
  fdatasync,
  fdatasyncSync,
  openSync,
  readFileSync,
  statSync,
  write,
  writeSync,
} from 'node:fs';
import { open, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { crc32 } from 'node:zlib';
import { isDiskFault } from '../events/disk-fault.ts';
import { privateFolder } from '../events/private-folder.ts';

/** Numbers reserved on disk ahead of their use. */
export const RESERVED_AHEAD = 100_000;

const RECORD_BYTES = 12;
/**
 * Events of a decision are accepted for a day: numbers of minutes that were used two days ago are never asked about again. Which
 * those are is told by the order of their use, as a clock that was set wrong for a moment says of all others that they are old.
 */
const KEPT_MINUTES = 2 * 24 * 60;
const RETRY_AFTER_FAULT_MS = 1_000;
const FILE_NAME = 'numbers.log';
/** A sequence is below it: settlement keeps one bit for each. */
const SEQUENCES = 2 ** 24;
/** Where numbers begin that no disk has reserved; 140,000 a second do not reach it in a minute. */
export const UNRESERVED_FROM = SEQUENCES / 2;
/** More than a process makes. */
const MOST_PER_MS = 130;

const writeAt = promisify(write);
const syncData = promisify(fdatasync);

type Minute = {
  next: number;
  /** Numbers below it may be used: it is on disk that they are taken. */
  reserved: number;
  reserving: boolean;
  /** The next one that no disk has reserved; 0 before the first. */
  unreserved: number;
};

/** Of whom the ad server runs as alone. */
const OWN_MODE = 0o600;

/**
 * Hands out (minute, sequence) pairs, each once, whatever dies: before a number is used, a mark above it is on disk
 * (fdatasync, off the request path), and a restart begins above the mark. A clock that goes back finds the earlier
 * minute's own counter and goes on from there.
 *
 * Where the disk takes no mark, numbers come from the upper half of the range, where none is ever reserved, and begin at
 * what the clock says: more than any process before has used of this minute, so a restart needs no mark. Only a
 * clock that goes back between two such processes gives a number twice; settlement takes the second for a repeat then.
 */
export class Numbering {
  private readonly minutes = new Map<number, Minute>();
  private readonly path: string;
  private fd: number | null = null;
  private readonly onFault: (error: unknown) => void;
  private position: number;
  private current: Minute | null = null;
  private currentMinute = -1;
  private writing: Promise<void> = Promise.resolve();
  private faultAtMs = Number.NEGATIVE_INFINITY;
  private closed = false;
  /** Minute and number of the last `take` that returned true. */
  minute = 0;
  sequence = 0;

  private constructor(file: {
    readonly path: string;
    /** Bytes of the file. */
    readonly size: number;
    readonly marks: ReadonlyMap<number, number>;
    readonly onFault: (error: unknown) => void;
  }) {
    this.path = file.path;
    this.position = Math.ceil(file.size / RECORD_BYTES) * RECORD_BYTES;
    this.onFault = file.onFault;
    for (const [minute, mark] of file.marks) {
      this.minutes.set(minute, { next: mark, reserved: mark, reserving: false, unreserved: 0 });
    }
  }

  /** Opens the shard's marks, writes them anew without what is too old, and reserves the minute of `nowMs`. */
  static async open(dir: string, nowMs: number, onFault: (error: unknown) => void): Promise<Numbering> {
    await privateFolder(dir);
    const path = join(dir, FILE_NAME);
    const isNew = statSync(path, { throwIfNoEntry: false }) === undefined;
    const marks = new Map([...readMarks(path)].slice(-KEPT_MINUTES));
    try {
      await rewriteMarks(dir, path, marks);
    } catch (error) {
      if (!isDiskFault(error)) throw error;
      onFault(error);
    }
    const size = statSync(path, { throwIfNoEntry: false })?.size ?? 0;
    const numbering = new Numbering({ path, size, marks, onFault });
    if (isNew) numbering.beginLater(nowMs);
    numbering.prepare(nowMs);
    await numbering.writing;
    return numbering;
  }

  /** Takes the next number of the minute of `nowMs`. @returns false when the minute has none left. */
  take(nowMs: number): boolean {
    const minute = Math.floor(nowMs / 60_000);
    let counter = this.current;
    if (counter === null || minute !== this.currentMinute) {
      counter = this.minuteOf(minute);
      this.current = counter;
      this.currentMinute = minute;
    }
    this.minute = minute;
    if (counter.next >= counter.reserved && !this.reserveNow(minute, counter, nowMs)) {
      return this.takeUnreserved(counter, nowMs);
    }
    this.sequence = counter.next;
    counter.next += 1;
    if (counter.reserved - counter.next < RESERVED_AHEAD / 2 && !counter.reserving) {
      this.reserve(minute, counter, nowMs);
    }
    return true;
  }

  /** Reserves for this minute and the next; called every few seconds. */
  prepare(nowMs: number): void {
    const minute = Math.floor(nowMs / 60_000);
    for (const ahead of [minute, minute + 1]) {
      const counter = this.minuteOf(ahead);
      if (counter.reserved === counter.next && !counter.reserving) this.reserve(ahead, counter, nowMs);
    }
    for (const known of this.minutes.keys()) {
      if (this.minutes.size <= KEPT_MINUTES) break;
      this.minutes.delete(known);
    }
  }

  async close(): Promise<void> {
    this.closed = true;
    await this.writing;
    if (this.fd !== null) closeSync(this.fd);
    this.fd = null;
  }

  /** A new folder does not know what a machine that is lost has given of this minute: at most what the clock allows. */
  private beginLater(nowMs: number): void {
    const counter = this.minuteOf(Math.floor(nowMs / 60_000));
    counter.next = (Math.floor(nowMs) % 60_000) * MOST_PER_MS;
    counter.reserved = counter.next;
  }

  private takeUnreserved(counter: Minute, nowMs: number): boolean {
    const msOfMinute = Math.floor(nowMs) % 60_000;
    const least = UNRESERVED_FROM + msOfMinute * MOST_PER_MS;
    this.sequence = counter.unreserved === 0 ? least : counter.unreserved;
    counter.unreserved = this.sequence + 1;
    return this.sequence < SEQUENCES;
  }

  /** Opened when it is first written: a disk that was read-only at the start may not stay so. */
  private file(): number {
    this.fd ??= openSync(this.path, constants.O_RDWR | constants.O_CREAT, OWN_MODE);
    return this.fd;
  }

  /** The one used last stands at the end. */
  private minuteOf(minute: number): Minute {
    const counter = this.minutes.get(minute) ?? { next: 0, reserved: 0, reserving: false, unreserved: 0 };
    this.minutes.delete(minute);
    this.minutes.set(minute, counter);
    return counter;
  }

  private reserve(minute: number, counter: Minute, nowMs: number): void {
    if (this.closed || Math.abs(nowMs - this.faultAtMs) < RETRY_AFTER_FAULT_MS) return;
    counter.reserving = true;
    const mark = Math.max(counter.reserved, counter.next) + RESERVED_AHEAD;
    const at = this.nextPosition();
    this.writing = this.writing
      .then(async () => {
        await writeAt(this.file(), markRecord(minute, mark), 0, RECORD_BYTES, at);
        await syncData(this.file());
        counter.reserved = Math.max(counter.reserved, mark);
      })
      .catch((error: unknown) => this.fault(error, nowMs))
      .finally(() => {
        counter.reserving = false;
      });
  }

  /** The minute began without a reservation (the process slept, or the disk was slow): one blocking write. */
  private reserveNow(minute: number, counter: Minute, nowMs: number): boolean {
    if (this.closed || Math.abs(nowMs - this.faultAtMs) < RETRY_AFTER_FAULT_MS) return false;
    const mark = counter.next + RESERVED_AHEAD;
    try {
      writeSync(this.file(), markRecord(minute, mark), 0, RECORD_BYTES, this.nextPosition());
      fdatasyncSync(this.file());
      counter.reserved = mark;
      return true;
    } catch (error) {
      this.fault(error, nowMs);
      return false;
    }
  }

  /** Each record has a place of its own, so that one that failed half way spoils no other. */
  private nextPosition(): number {
    const at = this.position;
    this.position += RECORD_BYTES;
    return at;
  }

  private fault(error: unknown, nowMs: number): void {
    this.faultAtMs = nowMs;
    this.onFault(error);
  }
}

function markRecord(minute: number, mark: number): Buffer {
  const record = Buffer.alloc(RECORD_BYTES);
  record.writeUInt32BE(minute, 0);
  record.writeUInt32BE(mark, 4);
  record.writeUInt32BE(crc32(record.subarray(0, 8)), 8);
  return record;
}

/** By minute, in the order in which they were marked last. */
function readMarks(path: string): Map<number, number> {
  const marks = new Map<number, number>();
  let bytes: Buffer;
  try {
    bytes = readFileSync(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return marks;
    throw error;
  }
  for (let at = 0; at + RECORD_BYTES <= bytes.length; at += RECORD_BYTES) {
    // A torn record was never relied on: its numbers wait for the fdatasync after it.
    if (crc32(bytes.subarray(at, at + 8)) !== bytes.readUInt32BE(at + 8)) continue;
    const minute = bytes.readUInt32BE(at);
    const mark = Math.max(marks.get(minute) ?? 0, bytes.readUInt32BE(at + 4));
    marks.delete(minute);
    marks.set(minute, mark);
  }
  return marks;
}

async function rewriteMarks(dir: string, path: string, marks: ReadonlyMap<number, number>): Promise<void> {
  const temporary = `${path}.new`;
  const file = await open(temporary, 'w', OWN_MODE);
  try {
    await file.writeFile(Buffer.concat([...marks].map(([minute, mark]) => markRecord(minute, mark))));
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(temporary, path);
  const folder = await open(dir, 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}
