import { afterAll } from 'vitest';

/** Set-up file of the round that finds out which test file runs which function: what was noted goes home with the file. */
declare module 'vitest' {
  interface TaskMeta {
    noted?: readonly string[];
  }
}

// biome-ignore lint/correctness/noEmptyPattern: Vitest wants a pattern there, and nothing of it is needed
afterAll(({}, file) => {
  file.meta.noted = [...((globalThis as { placardNoted?: Set<string> }).placardNoted ?? [])];
});
