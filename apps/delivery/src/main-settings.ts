import { readConfig } from './config.ts';

/** Reads the settings of the ad server and ends, with code 1 and all faults where there are some. */
try {
  readConfig();
} catch (cause) {
  console.error(cause instanceof Error ? cause.message : cause);
  process.exitCode = 1;
}
