import { explainFault } from './backup/explain-fault.ts';
import { readServerConfig } from './config.ts';

/** Reads the settings of API and worker and ends, with code 1 and all faults where there are some. */
try {
  readServerConfig();
} catch (cause) {
  console.error(explainFault(cause));
  process.exitCode = 1;
}
