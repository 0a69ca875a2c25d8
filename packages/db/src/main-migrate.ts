import { databaseUrl } from './config.ts';
import { migrate } from './migrate.ts';
import { callOrEnd } from './process/command-call.ts';
import { settingsHelp } from './process/commands.ts';

callOrEnd({
  help: settingsHelp('migrate', 'Brings the database at DATABASE_URL to this release, and ends.'),
});
try {
  const applied = await migrate(databaseUrl());
  console.log(applied.length === 0 ? 'The schema is up to date.' : `Applied: ${applied.join(', ')}.`);
} catch (cause) {
  console.error(cause instanceof Error ? cause.message : cause);
  process.exitCode = 1;
}
