/** How many calls a key may make in a window. */
export type RateLimit = { readonly limit: number; readonly windowMs: number };

export type RateLimiter = {
  /** Counts one, or so many; nothing where they are too many. @returns how long to wait in ms then, 0 when the call may go on. */
  take(key: string, nowMs: number, amount?: number): number;
  /** How many calls are left of the window that `take` counted in, and when it ends. */
  left(key: string, nowMs: number): { readonly calls: number; readonly resetMs: number };
  /** Takes a count back: the call turned out to be a good one. */
  giveBack(key: string): void;
};

type Window = { startMs: number; count: number };

/**
 * Fixed windows in memory, for one process. Ours because strangers choose the keys: the oldest make room beyond `maxKeys`, where
 * the libraries keep all, each with a timer (docs/dependencies.md). The time is an argument, so that tests need not wait.
 */
export function createRateLimiter(limit: RateLimit, maxKeys = 50_000): RateLimiter {
  const windows = new Map<string, Window>();

  const windowOf = (key: string, nowMs: number): Window => {
    const found = windows.get(key);
    const ageMs = found === undefined ? -1 : nowMs - found.startMs;
    // One that has not begun yet is that of a clock that was set back: nobody waits for the hour to come again.
    if (found !== undefined && ageMs >= 0 && ageMs < limit.windowMs) return found;
    const fresh = { startMs: nowMs, count: 0 };
    // Set anew at the end: the map's order is then the order of the windows' starts.
    windows.delete(key);
    windows.set(key, fresh);
    for (const oldest of windows.keys()) {
      if (windows.size <= maxKeys) break;
      windows.delete(oldest);
    }
    return fresh;
  };

  return {
    take(key, nowMs, amount = 1) {
      const window = windowOf(key, nowMs);
      if (window.count + amount > limit.limit) return window.startMs + limit.windowMs - nowMs;
      window.count += amount;
      return 0;
    },
    left(key, nowMs) {
      const { startMs, count } = windowOf(key, nowMs);
      return { calls: limit.limit - count, resetMs: startMs + limit.windowMs - nowMs };
    },
    giveBack(key) {
      const window = windows.get(key);
      if (window !== undefined && window.count > 0) window.count -= 1;
    },
  };
}
