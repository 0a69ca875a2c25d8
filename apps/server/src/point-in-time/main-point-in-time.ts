import { explainFault } from '../backup/explain-fault.ts';
import { programVersion } from '../backup/program-version.ts';
import { readCaller, readPointInTimeConfig } from '../config.ts';
import { endWithStarter } from '../process-end.ts';
import { keepPointsInTime } from './keep-points-in-time.ts';

/** What the worker runs each minute in which the database has written something. */
endWithStarter();
try {
  const kept = await keepPointsInTime({
    ...readPointInTimeConfig(),
    program: programVersion(),
    now: () => new Date(),
    by: { ...readCaller(), by: 'placard' },
    warn: console.error,
  });
  if (kept !== null) {
    const base = kept.base === null ? '' : ` and the base ${kept.base}`;
    console.log(`Kept ${kept.pieces} pieces of the log${base}, dropped ${kept.removed.length} old bases.`);
  }
} catch (cause) {
  console.error(explainFault(cause));
  process.exit(1);
}
