import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

const WINDOW_MS = 300;
const IDLE_SHARE = 0.85;
const PATIENCE_MS = 5_000;

/** Idle and total time of all processors so far, in ticks; `null` where the system does not tell. */
function processorTime(): { readonly idle: number; readonly total: number } | null {
  try {
    const [line = ''] = readFileSync('/proc/stat', 'utf8').split('\n', 1);
    const ticks = line.split(/\s+/).slice(1, 9).map(Number);
    return { idle: (ticks[3] ?? 0) + (ticks[4] ?? 0), total: ticks.reduce((sum, tick) => sum + tick, 0) };
  } catch {
    return null;
  }
}

/**
 * Waits, not for ever, until nothing else works on this machine: between two rounds there is time, and one that
 * shares its processors measures its neighbours.
 */
export async function quietMoment(): Promise<void> {
  const deadlineMs = performance.now() + PATIENCE_MS;
  for (;;) {
    const before = processorTime();
    await sleep(WINDOW_MS);
    const after = processorTime();
    if (before === null || after === null || performance.now() > deadlineMs) return;
    if ((after.idle - before.idle) / (after.total - before.total) >= IDLE_SHARE) return;
  }
}
