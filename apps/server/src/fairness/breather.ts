import { setImmediate } from 'node:timers/promises';

/** What one stretch may take before others have their turn; the next step after it comes on top. */
const STRETCH_MS = 10;

/** For long loops: `const breathe = breather(); for (…) { …; await breathe(); }` lets other calls run in between. */
export function breather(): () => Promise<void> {
  let since = performance.now();
  return async () => {
    if (performance.now() - since < STRETCH_MS) return;
    await setImmediate();
    since = performance.now();
  };
}
