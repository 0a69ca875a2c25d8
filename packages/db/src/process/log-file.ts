import {
  closeSync,
  constants,
  copyFileSync,
  fstatSync,
  ftruncateSync,
  openSync,
  readFileSync,
  readSync,
  renameSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs';

/** What one log may hold; the one before stays beside it as `….1`. */
const LIMIT_BYTES = 20_000_000;
const EVERY_MS = 30_000;

function sizeOf(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.size ?? 0;
}

/** Opens a log that a program then writes as its output, at its end wherever that is. @returns how long it is already, too */
export function openLogFile(file: string): { readonly descriptor: number; readonly from: number } {
  if (sizeOf(file) > LIMIT_BYTES) renameSync(file, `${file}.1`);
  const descriptor = openSync(file, 'a', 0o640);
  return { descriptor, from: fstatSync(descriptor).size };
}

/** What was written since it was so long; all of it where it was put aside meanwhile. */
export function readLogFrom(file: string, from: number): string {
  const bytes = readFileSync(file);
  return bytes.subarray(from > bytes.length ? 0 : from).toString();
}

function copyAside(file: string): void {
  const aside = `${file}.1.part`;
  try {
    copyFileSync(file, aside, constants.COPYFILE_FICLONE);
    renameSync(aside, `${file}.1`);
  } catch (cause) {
    rmSync(aside, { force: true });
    throw cause;
  }
}

/** What came while the rest was copied, which is not among it. */
function tailOf(descriptor: number, from: number): Buffer {
  const tail = Buffer.alloc(Math.max(0, fstatSync(descriptor).size - from));
  return tail.subarray(0, readSync(descriptor, tail, 0, tail.length, from));
}

/**
 * Puts a log that has grown too large aside while its program writes on. That holds the file open and knows no other, so what is there is
 * copied and the file emptied: its writes go to the end, which is the beginning then. What came during the copy is kept; a line that is written in the
 * few microseconds between the last look and the emptying is lost.
 * @returns whether it was @throws where the disk takes no copy: the log stays as it is
 */
export function rotateLog(file: string, limit = LIMIT_BYTES, onCopied = () => {}): boolean {
  const size = sizeOf(file);
  if (size <= limit) return false;
  copyAside(file);
  const copied = sizeOf(`${file}.1`);
  onCopied();
  const descriptor = openSync(file, constants.O_RDWR | constants.O_APPEND);
  try {
    const tail = tailOf(descriptor, copied);
    ftruncateSync(descriptor, 0);
    writeSync(descriptor, tail);
  } finally {
    closeSync(descriptor);
  }
  return true;
}

/** How often a log is looked at, and how large it may be: other than usual in tests. */
export type LogCare = { readonly everyMs?: number; readonly limit?: number };

/** Looks after a log from now on. */
export function keepLogSmall(file: string, care: LogCare = {}): { stop(): void } {
  const look = () => {
    try {
      rotateLog(file, care.limit);
    } catch {
      // No room for the copy: looked at again soon, and whoever watches hears of the disk.
    }
  };
  const timer = setInterval(look, care.everyMs ?? EVERY_MS).unref();
  return { stop: () => clearInterval(timer) };
}
