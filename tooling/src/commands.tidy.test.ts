import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { programEnvironment } from './config.ts';
import { ROOT } from './tidy/source-tree.ts';

const { scripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as {
  scripts: Readonly<Record<string, string>>;
};
/** What a script runs, where that is a program of ours. */
const PROGRAMS = Object.entries(scripts).flatMap(([name, script]) => {
  const file = /^(?:exec )?node (\S+\.ts)$/.exec(script)?.[1];
  return file === undefined ? [] : [[name, file] as const];
});
/** These read their words by themselves, with tests of their own; npm alone runs the last one. */
const BY_THEMSELVES = ['start', 'placard', 'prepare'];

// An upgrade that is asked how it is called must not upgrade.
it.each(PROGRAMS.filter(([name]) => !BY_THEMSELVES.includes(name)))(
  'npm run %s reads how it was called',
  (_name, file) => {
    expect(readFileSync(join(ROOT, file), 'utf8')).toMatch(/^\s*(?:const .+ = )?callOrEnd\(/m);
  },
);

it('there is more than a handful of them', () => {
  expect(PROGRAMS.length).toBeGreaterThan(15);
});

it.each([
  [['--help'], 0],
  [['--dry-run'], 2],
  [['now'], 2],
])('a migration that is called with %j ends with code %d, and has not begun', (args, code) => {
  const file = join(ROOT, 'packages/db/src/main-migrate.ts');
  const { status, stdout, stderr } = spawnSync(process.execPath, [file, ...args], {
    env: programEnvironment(ROOT),
    encoding: 'utf8',
  });
  expect([status, (code === 0 ? stdout : stderr).includes('npm run migrate'), stdout === '']).toEqual([
    code,
    true,
    code !== 0,
  ]);
});
