import { syncBuiltinESMExports } from 'node:module';
import { vi } from 'vitest';

/**
 * Makes what was spied on a part of Node (`import fs from 'node:fs'; vi.spyOn(fs, …)`) hold for all that import it by name,
 * whichever test of this process loaded them: what `vi.mock` replaces is replaced only for what is loaded after it, and stays so
 * for the tests that follow.
 */
export function spiedBuiltins(): void {
  syncBuiltinESMExports();
}

/** Gives everybody back what Node gave. */
export function unspiedBuiltins(): void {
  vi.restoreAllMocks();
  syncBuiltinESMExports();
}
