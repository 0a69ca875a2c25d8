import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { runPlacardCommand } from './command.ts';
import { commandEnvironment } from './config.ts';

/** Needs no operator's password: it works on the data folder and the database themselves, as a backup does. */
const ROTATE = 'apps/server/src/main-rotate-secret-key.ts';
const ROOT = fileURLToPath(new URL('../../..', import.meta.url));

const words = process.argv.slice(2);
if (words[0] === 'rotate-secret-key')
  process.execve?.(process.execPath, [process.execPath, join(ROOT, ROTATE), ...words.slice(1)]);

process.exitCode = await runPlacardCommand(words, {
  environment: commandEnvironment(),
  out: (text) => void process.stdout.write(text),
  say: (text) => void process.stderr.write(`${text}\n`),
  wait: async (ms) => await sleep(ms),
});
