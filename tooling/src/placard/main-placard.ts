import { setTimeout as sleep } from 'node:timers/promises';
import { runPlacardCommand } from './command.ts';
import { commandEnvironment } from './config.ts';

process.exitCode = await runPlacardCommand(process.argv.slice(2), {
  environment: commandEnvironment(),
  out: (text) => void process.stdout.write(text),
  say: (text) => void process.stderr.write(`${text}\n`),
  wait: async (ms) => await sleep(ms),
});
