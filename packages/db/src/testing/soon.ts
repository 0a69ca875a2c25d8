import { vi } from 'vitest';

/**
 * Asks again until nothing is thrown. What is waited for takes milliseconds; the bound is for a machine that is busy
 * with other tests, where a second was too short now and then.
 */
export function soon<T>(probe: () => T | Promise<T>): Promise<T> {
  return vi.waitFor(probe, { timeout: 30_000, interval: 20 });
}
