import { openSync, readSync } from 'node:fs';

/** Since the process began: how long its main thread ran, and how long it could have and had no processor. */
export type ThreadTime = { readonly ranMs: number; readonly waitedMs: number };

/**
 * Reads the main thread's times, exact to microseconds. Linux adds up what a thread runs at ticks 4 ms apart, and shows that sum: a turn
 * of a tenth of a millisecond would be told 4 where a tick fell into it. Asked for all that a process has used it brings the sum of
 * the thread that asks up to date first.
 * @returns `null` where the system does not tell
 */
export function openThreadTime(): (() => ThreadTime) | null {
  let file: number;
  try {
    file = openSync('/proc/self/schedstat', 'r');
  } catch {
    return null;
  }
  const text = Buffer.alloc(128);
  const read = () => {
    process.cpuUsage();
    const length = readSync(file, text, 0, text.length, 0);
    const [ran, waited] = text.toString('latin1', 0, length).split(' ', 2);
    return { ranMs: Number(ran) / 1e6, waitedMs: Number(waited) / 1e6 };
  };
  // A kernel that does not count has the file all the same, with nothing in it but noughts.
  return read().ranMs > 0 ? read : null;
}
