import { writeSync } from 'node:fs';

/** Where a logger writes its lines, as pino takes it. */
export type LogLines = { write(line: string): void };

/** @returns how many of them were written */
type WriteBytes = (descriptor: number, bytes: Buffer) => number;

const STDOUT = 1;

/**
 * Log lines to a file descriptor, each written at once, or lost: a full disk, a closed pipe or a terminal that does not
 * read may keep a line, never the program. Nothing is kept for later, so there is nothing to flush at the end either,
 * which is where pino's own stream tries again and again on a full disk and keeps a process from ending.
 * How many were lost is said once a line gets through again. Of one that a disk took in part, the last before it was full, the rest is
 * lost, and what comes after it begins a line of its own.
 */
export function logLines(descriptor: number = STDOUT, writeBytes: WriteBytes = writeSync): LogLines {
  let lost = 0;
  let torn = false;
  const put = (line: string): boolean => {
    const bytes = Buffer.from(torn ? `\n${line}` : line);
    try {
      const written = writeBytes(descriptor, bytes);
      if (written === bytes.length) torn = false;
      else if (written > 0) torn = true;
      return written === bytes.length;
    } catch {
      return false;
    }
  };
  return {
    write(line) {
      if (lost > 0 && put(`{"level":40,"lost":${lost},"msg":"lines of this log could not be written"}\n`))
        lost = 0;
      if (!put(line)) lost += 1;
    },
  };
}
