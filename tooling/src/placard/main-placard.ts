import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { runPlacardCommand } from './command.ts';
import { commandEnvironment } from './config.ts';

/** They need no operator's password: they work on the data folder and the database themselves, as a backup does. */
const ON_THE_SPOT = new Map([
  ['rotate-secret-key', 'apps/server/src/main-rotate-secret-key.ts'],
  ['sql', 'apps/server/src/main-sql.ts'],
]);
const ROOT = fileURLToPath(new URL('../../..', import.meta.url));

const words = process.argv.slice(2);
const program = ON_THE_SPOT.get(words[0] ?? '');
if (program !== undefined)
  process.execve?.(process.execPath, [process.execPath, join(ROOT, program), ...words.slice(1)]);

process.exitCode = await runPlacardCommand(words, {
  environment: commandEnvironment(),
  out: (text) => void process.stdout.write(text),
  say: (text) => void process.stderr.write(`${text}\n`),
  wait: async (ms) => await sleep(ms),
});
