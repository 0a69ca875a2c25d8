import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { ON_THE_SPOT, runPlacardCommand } from './command.ts';
import { commandEnvironment } from './config.ts';

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
