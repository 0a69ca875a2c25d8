import { writeSync } from 'node:fs';

/** Where a logger writes its lines, as pino takes it. */
export type LogLines = { write(line: string): void };

const STDOUT = 1;

/**
 * Log lines to a file descriptor, each written at once, or lost: a full disk, a closed pipe or a terminal that does not
 * read may keep a line, never the program. Nothing is kept for later, so there is nothing to flush at the end either,
 * which is where pino's own stream tries again and again on a full disk and keeps a process from ending.
 * How many were lost is said once a line gets through again.
 */
export function logLines(descriptor: number = STDOUT): LogLines {
  let lost = 0;
  const put = (line: string): boolean => {
    try {
      writeSync(descriptor, line);
      return true;
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
