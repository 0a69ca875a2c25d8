import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Refusal } from '../launcher/refusal.ts';
import { installedHelp, programOf } from './commands.ts';
import { healthEnvironment, installedEnvironment } from './config.ts';
import { askHealth } from './healthy.ts';
import { readInstallation } from './installation.ts';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));

/** Root lends itself to nobody: its commands run as the package's own user, whose files stay that user's. */
function becomeUser(name: string): Record<string, string> {
  if (process.getuid?.() !== 0) return {};
  const ask = (flag: string) =>
    spawnSync('id', [flag, name], { encoding: 'utf8' }).stdout.trim().split(' ').map(Number);
  const [uid = 0] = ask('-u');
  const groups = ask('-G');
  if (uid === 0)
    throw new Refusal(`There is no user ${name}. Install the package again: it makes that user.`);
  process.setgroups?.(groups);
  process.setgid?.(groups[0] ?? uid);
  process.setuid?.(uid);
  return { USER: name, LOGNAME: name };
}

/** Asks as whoever calls: it reads nothing but the ports. */
async function healthy(words: readonly string[]): Promise<void> {
  process.exitCode = await askHealth(words, healthEnvironment(), console.error);
}

/** `placard …` of an installed Placard: settings from their file, root's rights away, then the command in this very process. */
function run(words: readonly string[]): void {
  const [first] = words;
  const installation = readInstallation(ROOT);
  if (first === '--version') {
    console.log(installation.version);
    return;
  }
  if (first === undefined || ['help', '--help', '-h'].includes(first)) console.log(installedHelp());
  const manifest = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as {
    scripts: Readonly<Record<string, string>>;
  };
  const { file, args } = programOf(words, manifest.scripts);
  const environment = installedEnvironment(installation);
  const identity = installation.user === undefined ? {} : becomeUser(installation.user);
  process.chdir('/');
  process.execve?.(process.execPath, [process.execPath, join(ROOT, file), ...args], {
    ...environment,
    ...identity,
    HOME: environment.PLACARD_DATA_DIR ?? '/',
  });
}

try {
  const words = process.argv.slice(2);
  if (words[0] === 'healthy') await healthy(words.slice(1));
  else run(words);
} catch (cause) {
  console.error(cause instanceof Refusal ? cause.message : cause);
  process.exitCode = 1;
}
