import { constants, write } from 'node:fs';
import { type FileHandle, open, readdir, stat, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { groupAfter, keepDamaged } from './damage.ts';
import { isDiskFault } from './disk-fault.ts';
import { FRAME_HEADER_BYTES, type Frame, readFrame, sealFrame } from './frame.ts';
import { privateFolder } from './private-folder.ts';
import { readFileSparing, readSparing } from './sparing-read.ts';

export const SEGMENT_BYTES = 8 * 1_024 * 1_024;

const ZEROS = Buffer.alloc(256 * 1_024);
const NAME_PATTERN = /^(\d{12})\.segment$/;
const writeAt = promisify(write);

function nameOf(generation: number): string {
  return `${String(generation).padStart(12, '0')}.segment`;
}

/** A segment on disk that is no longer written, or the one that is. */
export type SegmentRange = {
  readonly generation: number;
  readonly path: string;
  /** Spool offsets of its records; `end` grows while it is written. */
  start: number;
  end: number;
  /** The start could not read it: between these offsets is what it may have at most. */
  readonly unread?: true;
};

/**
 * One file of the spool, filled with zeros before it is used: then a synchronous write changes no metadata, which
 * makes it a third cheaper here (0.10 ms against 0.16), and a full disk is noticed ahead of the events.
 * Opened with O_DSYNC, so write and fdatasync are one call.
 */
export class SegmentWriter {
  readonly range: SegmentRange;
  private readonly file: FileHandle;
  private position = 0;
  private readonly size: number;

  private constructor(range: SegmentRange, file: FileHandle, size: number) {
    this.range = range;
    this.file = file;
    this.size = size;
  }

  /** Makes the file and its directory entry durable. @throws ENOSPC where the disk is full; nothing is left behind then. */
  static async create(dir: string, generation: number, size: number): Promise<SegmentWriter> {
    const path = join(dir, nameOf(generation));
    try {
      // A disk that could not be written at the start has no folder yet.
      await privateFolder(dir);
      const blank = await open(path, 'wx');
      try {
        for (let at = 0; at < size; at += ZEROS.length) {
          await blank.write(ZEROS, 0, Math.min(ZEROS.length, size - at), at);
        }
        await blank.sync();
      } finally {
        await blank.close();
      }
      await syncDirectory(dir);
      const file = await open(path, constants.O_WRONLY | constants.O_DSYNC);
      return new SegmentWriter({ generation, path, start: 0, end: 0 }, file, size);
    } catch (error) {
      await unlink(path).catch(() => undefined);
      throw error;
    }
  }

  /** Writes the marker that says from which offset the segment goes on. */
  async begin(start: number): Promise<void> {
    this.range.start = start;
    this.range.end = start;
    const marker = Buffer.alloc(FRAME_HEADER_BYTES);
    sealFrame(marker, { start, length: 0, recordCount: 0 });
    await this.write(marker, marker.length, this.place(marker.length));
  }

  hasRoom(bytes: number): boolean {
    return this.position + bytes <= this.size;
  }

  /** Share of the segment that is written, 0 … 1. */
  get fullness(): number {
    return this.position / this.size;
  }

  /** @returns where the next frame of `bytes` goes; the one after it goes behind. */
  place(bytes: number): number {
    const at = this.position;
    this.position += bytes;
    return at;
  }

  /** Writes a sealed frame to its place; durable when it returns, which is not yet told to readers. */
  async write(frame: Buffer, bytes: number, at: number): Promise<void> {
    let done = 0;
    while (done < bytes) {
      const { bytesWritten } = await writeAt(this.file.fd, frame, done, bytes - done, at + done);
      done += bytesWritten;
    }
  }

  /** Everything before this spool offset is durable here, without a hole. */
  reached(end: number): void {
    this.range.end = end;
  }

  async close(): Promise<void> {
    await this.file.close();
  }
}

export type Recovered = {
  /** Segments with records, oldest first. */
  readonly segments: readonly SegmentRange[];
  /** Where the spool goes on, and the next free generation. */
  readonly end: number;
  readonly nextGeneration: number;
  /** Places that can't be read, before groups that can. */
  readonly damaged: readonly Damaged[];
};

type Left = { readonly generation: number; readonly path: string };

export type Damaged = {
  readonly path: string;
  /** Byte at which nothing can be read … */
  readonly at: number;
  /** … and the next one at which a whole group begins; null: in a later segment. */
  readonly nextAt: number | null;
  /** A copy of the segment as it was found; null where the disk takes none. */
  readonly keptAs: string | null;
};

/**
 * Reads what a former process left: keeps whole groups, also those behind a place that a disk damaged, cuts a torn tail, removes
 * blank files, and makes durable what was written but perhaps not yet synced, so that nothing is shipped that a power loss could
 * still take back. One that the disk does not give stays for the shipper, with the offsets that it may have.
 * @param logEnd how far the event log has the spool
 * @throws EIO where two that follow each other cannot be read: then it is the disk that is away
 */
export async function recoverSegments(dir: string, logEnd = 0): Promise<Recovered> {
  await privateFolder(dir);
  const generations = (await namesIn(dir))
    .map((name) => NAME_PATTERN.exec(name)?.[1])
    .filter((text) => text !== undefined)
    .map(Number)
    .sort((a, b) => a - b);
  const segments: SegmentRange[] = [];
  const damaged: Damaged[] = [];
  let end = 0;
  let unread: Left | null = null;
  // Newest first: a group that failed half way may have been written again into the next segment, which then rules.
  let nextStart = Number.POSITIVE_INFINITY;
  for (const generation of generations.toReversed()) {
    const path = join(dir, nameOf(generation));
    const bytes = await bytesOf(path, unread !== null);
    if (bytes === null) {
      unread = { generation, path };
      continue;
    }
    const found = walk(bytes, nextStart);
    if (unread !== null) segments.unshift(await unreadBetween(unread, found.end, nextStart));
    unread = null;
    end = Math.max(end, found.end);
    if (found.holes.length > 0) {
      const keptAs = await keepDamaged(path);
      damaged.push(...found.holes.map((hole) => ({ path, ...hole, keptAs })));
    }
    if (found.validBytes === 0) {
      await unlink(path).catch(whereItCanBeWritten);
      continue;
    }
    await cutAndSync(path, found.validBytes).catch(whereItCanBeWritten);
    // One with a marker alone stays too: it may be all that still tells how far the spool had come.
    segments.unshift({ generation, path, start: found.start, end: found.end });
    nextStart = found.firstStart;
  }
  // Of the oldest what came before it is shipped.
  if (unread !== null) segments.unshift(await unreadBetween(unread, logEnd, nextStart));
  end = Math.max(end, logEnd, segments.at(-1)?.end ?? 0);
  return { segments, end, nextGeneration: (generations.at(-1) ?? 0) + 1, damaged };
}

/** @returns null where the disk does not give them, if it has given those of the file before */
async function bytesOf(path: string, wasRefused: boolean): Promise<Buffer | null> {
  try {
    return await readFileSparing(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EIO' || wasRefused) throw error;
    return null;
  }
}

/** @param before where the next segment begins; infinite behind the last one, which may have as much as its file */
async function unreadBetween(left: Left, from: number, before: number): Promise<SegmentRange> {
  const { size } = await stat(left.path);
  return { ...left, start: Math.min(from, before), end: Math.min(from + size, before), unread: true };
}

/** A full disk may lack the folder itself. */
async function namesIn(dir: string): Promise<string[]> {
  try {
    return await readdir(dir);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
}

/**
 * On a disk that can't be written what was left stays as it is: reading stops at its torn tail all the same, and
 * nothing that is there can be taken back by a power loss.
 */
function whereItCanBeWritten(error: unknown): void {
  if (!isDiskFault(error)) throw error;
}

type Walked = {
  /** 0 where it can't be read: it may be any. */
  readonly start: number;
  /** Of the first group that can be read. */
  readonly firstStart: number;
  readonly end: number;
  /** Behind the last whole group. */
  readonly validBytes: number;
  readonly holes: readonly Pick<Damaged, 'at' | 'nextAt'>[];
};

/** @param before spool offset: what the next segment has again is there */
function walk(bytes: Buffer, before: number): Walked {
  const holes: Pick<Damaged, 'at' | 'nextAt'>[] = [];
  const used = usedOf(bytes);
  let firstStart: number | null = null;
  let [end, at] = [0, 0];
  for (;;) {
    const frame = readFrame(bytes, at);
    if (frame !== null && frame.start >= end && frame.end <= before) {
      firstStart ??= frame.start;
      end = frame.end;
      at = frame.bodyAt + (frame.end - frame.start);
      continue;
    }
    const until = firstStart === null ? Number.POSITIVE_INFINITY : end + bytes.length;
    const between = { from: end, before: Math.min(before, until) };
    const nextAt = groupAfter(bytes, { at: at + 1, until: used }, between);
    // Where nothing follows, it is a tail that was being written; but not where the next segment goes on further behind.
    const isHole = nextAt !== null || (used > at + FRAME_HEADER_BYTES && goesOn({ before, end, firstStart }));
    if (isHole) holes.push({ at, nextAt });
    if (nextAt === null) break;
    at = nextAt;
  }
  const start = holes[0]?.at === 0 ? 0 : (firstStart ?? 0);
  return { start, firstStart: firstStart ?? before, end, validBytes: at, holes };
}

/** Whether what begins the next segment is not what follows here; behind a lost marker nobody knows. */
function goesOn(found: { before: number; end: number; firstStart: number | null }): boolean {
  return found.firstStart === null || (Number.isFinite(found.before) && found.end < found.before);
}

/** Without the zeros that a segment is filled with. */
function usedOf(bytes: Buffer): number {
  let used = bytes.length;
  while (used > 0 && bytes[used - 1] === 0) used -= 1;
  return used;
}

async function cutAndSync(path: string, bytes: number): Promise<void> {
  const file = await open(path, 'r+');
  try {
    await file.truncate(bytes);
    await file.sync();
  } finally {
    await file.close();
  }
}

export async function syncDirectory(dir: string): Promise<void> {
  const folder = await open(dir, 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}

/** Reads frames of a segment from byte `at`; stops before `limit` spool offset or after about `maxBytes`. */
export async function readFrames(
  path: string,
  range: { readonly at: number; readonly limit: number; readonly maxBytes: number },
): Promise<{ readonly bytes: Buffer; readonly frames: readonly Frame[]; readonly nextAt: number }> {
  const file = await open(path, 'r');
  try {
    const bytes = Buffer.allocUnsafe(range.maxBytes);
    const { bytesRead } = await readSparing(file, bytes, range.at);
    const read = bytes.subarray(0, bytesRead);
    const frames: Frame[] = [];
    let at = 0;
    for (
      let frame = readFrame(read, at);
      frame !== null && frame.end <= range.limit;
      frame = readFrame(read, at)
    ) {
      frames.push(frame);
      at = frame.bodyAt + (frame.end - frame.start);
    }
    return { bytes: read, frames, nextAt: range.at + at };
  } finally {
    await file.close();
  }
}
