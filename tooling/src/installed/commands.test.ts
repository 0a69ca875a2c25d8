import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { INSTALLED_COMMANDS, installedHelp, programOf } from './commands.ts';

const ROOT = new URL('../../../', import.meta.url);
const { scripts } = JSON.parse(readFileSync(new URL('package.json', ROOT), 'utf8')) as {
  scripts: Readonly<Record<string, string>>;
};

it.each(Object.keys(INSTALLED_COMMANDS))('placard %s runs the file of its script', (name) => {
  const { file, args } = programOf([name, '--demo', 'x'], scripts);
  expect(existsSync(fileURLToPath(new URL(file, ROOT)))).toBe(true);
  expect([args, installedHelp().includes(`  ${name} `)]).toEqual([['--demo', 'x'], true]);
});

it.each([[[]], [['invite', 'a@example.com']], [['nonsense']], [['toString']]])(
  'hands %j to the operator’s command whole',
  (words) => {
    const { file, args } = programOf(words, scripts);
    expect([file, args]).toEqual(['tooling/src/placard/main-placard.ts', words]);
  },
);

// npm hands a signal on to its shell alone, which ends and leaves the program to itself.
it.each([...Object.keys(INSTALLED_COMMANDS), 'placard'])(
  'npm run %s ends what it runs, by a signal to npm',
  (name) => {
    expect(scripts[name]).toMatch(/^exec node /);
  },
);

it('says which script is missing', () => {
  expect(() => programOf(['start'], {})).toThrow(/no script "start"/);
});
