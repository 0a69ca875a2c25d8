import { constants, write } from 'node:fs';
import { copyFile, type FileHandle, open, readdir, readFile, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { isDiskFault } from './disk-fault.ts';
import { FRAME_HEADER_BYTES, type Frame, readFrame, sealFrame, startAt } from './frame.ts';
import { privateFolder } from './private-folder.ts';

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
  /** Segments that were damaged before their end: what stood behind that is left out, and kept beside them. */
  readonly damaged: readonly Damaged[];
};

export type Damaged = {
  readonly path: string;
  /** Byte at which nothing can be read … */
  readonly at: number;
  /** … and the next one at which a whole group begins. */
  readonly nextAt: number;
  /** A copy of the segment as it was found; null where the disk takes none. */
  readonly keptAs: string | null;
};

/**
 * Reads what a former process left: keeps whole groups, cuts a torn tail, removes blank files, and makes durable what
 * was written but perhaps not yet synced, so that nothing is shipped that a power loss could still take back.
 */
export async function recoverSegments(dir: string): Promise<Recovered> {
  await privateFolder(dir);
  const generations = (await namesIn(dir))
    .map((name) => NAME_PATTERN.exec(name)?.[1])
    .filter((text) => text !== undefined)
    .map(Number)
    .sort((a, b) => a - b);
  const segments: SegmentRange[] = [];
  const damaged: Damaged[] = [];
  let end = 0;
  // Newest first: a group that failed half way may have been written again into the next segment, which then rules.
  let nextStart = Number.POSITIVE_INFINITY;
  for (const generation of generations.toReversed()) {
    const path = join(dir, nameOf(generation));
    const bytes = await readFile(path);
    const found = walk(bytes, nextStart);
    end = Math.max(end, found.end);
    const nextAt = wholeGroupAfter(bytes, found.validBytes, { from: found.end, before: nextStart });
    if (nextAt !== null) damaged.push({ path, at: found.validBytes, nextAt, keptAs: await keep(path) });
    if (found.validBytes === 0) {
      await unlink(path).catch(whereItCanBeWritten);
      continue;
    }
    await cutAndSync(path, found.validBytes).catch(whereItCanBeWritten);
    // One with a marker alone stays too: it may be all that still tells how far the spool had come.
    segments.unshift({ generation, path, start: found.start, end: found.end });
    nextStart = found.start;
  }
  return { segments, end, nextGeneration: (generations.at(-1) ?? 0) + 1, damaged };
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

function walk(bytes: Buffer, before: number): { start: number; end: number; validBytes: number } {
  let start = 0;
  let end = 0;
  let at = 0;
  for (let frame = readFrame(bytes, at); frame !== null; frame = readFrame(bytes, at)) {
    if (at === 0) start = frame.start;
    else if (frame.start !== end || frame.end > before) break;
    end = frame.end;
    at = frame.bodyAt + (frame.end - frame.start);
  }
  return { start, end, validBytes: at };
}

/**
 * Where a whole group begins behind a place that can't be read; null where none does, as behind a tail that was being written.
 * @param range spool offsets: a group that the next segment has again is there
 */
function wholeGroupAfter(
  bytes: Buffer,
  validBytes: number,
  range: { readonly from: number; readonly before: number },
): number | null {
  let used = bytes.length;
  while (used > validBytes && bytes[used - 1] === 0) used -= 1;
  for (let at = validBytes + 1; at < used; at += 1) {
    const start = startAt(bytes, at);
    if (start < range.from || start > range.from + bytes.length) continue;
    const frame = readFrame(bytes, at);
    if (frame !== null && frame.end > frame.start && frame.end <= range.before) return at;
  }
  return null;
}

async function keep(path: string): Promise<string | null> {
  const name = `${path}.damaged`;
  try {
    await copyFile(path, name);
    return name;
  } catch (error) {
    whereItCanBeWritten(error);
    return null;
  }
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
    const { bytesRead } = await file.read(bytes, 0, range.maxBytes, range.at);
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
