import { tryEngine } from './analytics/engine/try-engine.ts';

/** Opens the embedded engine once and ends, with code 1 and the reason where it cannot: for `npm run doctor`. */
try {
  await tryEngine();
} catch (cause) {
  console.error(cause instanceof Error ? cause.message : cause);
  process.exitCode = 1;
}
