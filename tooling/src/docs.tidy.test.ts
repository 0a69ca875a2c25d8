import { existsSync, globSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { FIXED_KINDS, NOTICE_KIND_KEYS } from '@placard/domain/notice/kinds';
import { NETWORK_EVENTS, TEST_EVENT } from '@placard/domain/webhook/event-types';
import { describe, expect, test } from 'vitest';
import { HELP } from './placard/command.ts';
import { readCatalogues } from './texts/catalogue-files.ts';
import { commandsOf, headingsOf, linksOf, quotedIn, rowsOf } from './tidy/documents.ts';
import { isTest, readSources } from './tidy/source-tree.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const read = (name: string) => readFileSync(join(ROOT, name), 'utf8');

/** Files that a coverage table names as proof: paths in back ticks with an extension. */
function filesNamed(markdown: string): string[] {
  return [...markdown.matchAll(/`((?:apps|packages|e2e|tooling|bench)\/[^`\s]+\.tsx?)`/g)].map(
    (match) => match[1] ?? '',
  );
}

/** Files and folders of the project that a text names in back ticks; a name with a placeholder is none. */
function pathsNamed(markdown: string): string[] {
  return [...markdown.matchAll(/`((?:apps|packages|tooling|bench|docs|e2e|deploy)\/[\w./-]+)`/g)]
    .map((match) => match[1] ?? '')
    .filter((path) => !/\b(?:NAME|PLACE|NNNN_name)\b/.test(path));
}

const documents = [
  'README.md',
  'CONTRIBUTING.md',
  'CHANGELOG.md',
  'SECURITY.md',
  'packages/client/README.md',
  'apps/server/README.md',
  'apps/web/README.md',
  'tooling/src/launcher/child-contract.md',
  ...readdirSync(join(ROOT, 'docs'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md'))
    .map((name) => join('docs', name)),
];
const targetOf = (document: string, path: string) =>
  path === '' ? document : relative(ROOT, resolve(ROOT, dirname(document), path));

/** What a decision says of its day is not mended when things move on. */
const ofToday = documents.filter((name) => !name.startsWith('docs/adr/'));

describe('documents', () => {
  test.each(documents)('%s links only to what is there', (name) => {
    const dead = linksOf(read(name)).filter(({ path, heading }) => {
      const target = join(ROOT, targetOf(name, path));
      if (!existsSync(target)) return true;
      return heading !== '' && !headingsOf(readFileSync(target, 'utf8')).includes(heading);
    });
    expect(dead).toEqual([]);
  });

  test('each is found from another one', () => {
    const linked = new Set(
      documents.flatMap((name) =>
        linksOf(read(name)).flatMap(({ path }) => (path === '' ? [] : [targetOf(name, path)])),
      ),
    );
    const byFolder = (name: string) => linked.has(dirname(name));
    expect(documents.filter((name) => name !== 'README.md' && !linked.has(name) && !byFolder(name))).toEqual(
      [],
    );
  });

  test('the coverage of the specification names only tests that exist', () => {
    const named = filesNamed(read('docs/spec-coverage.md'));
    expect(named.length).toBeGreaterThan(100);
    expect(named.filter((file) => !existsSync(join(ROOT, file)))).toEqual([]);
  });

  test('they name only places that exist', () => {
    const named = ofToday.flatMap((name) => pathsNamed(read(name)));
    expect(named.length).toBeGreaterThan(500);
    expect([...new Set(named)].filter((path) => !existsSync(join(ROOT, path)))).toEqual([]);
  });

  test.each(['apps/server', 'apps/web'])('%s/README.md names only files that it has', (app) => {
    const named = quotedIn(read(`${app}/README.md`)).filter((name) =>
      /^[\w-]+(?:\/[\w.-]+)+\.tsx?$/.test(name),
    );
    const from = [ROOT, ...['', 'src', 'src/ui'].map((folder) => join(ROOT, app, folder))];
    expect(named.length).toBeGreaterThan(10);
    expect(named.filter((name) => !from.some((folder) => existsSync(join(folder, name))))).toEqual([]);
  });

  test('each decision has a number of its own, which its heading says', () => {
    const folder = join(ROOT, 'docs/adr');
    const names = readdirSync(folder).filter((name) => name.endsWith('.md'));
    const numbers = names.map((name) => Number(name.slice(0, 4)));
    expect(numbers.filter((number, index) => numbers.indexOf(number) !== index)).toEqual([]);
    const headings = names.map((name) => readFileSync(join(folder, name), 'utf8').split('\n')[0]);
    expect(headings.filter((heading, index) => !heading?.startsWith(`# ${numbers[index]}. `))).toEqual([]);
  });
});

describe('what they say is there', () => {
  const scriptsOf = (folder: string) =>
    (JSON.parse(read(join(folder, 'package.json'))) as { scripts: Record<string, string> }).scripts;
  const benches = [...read('bench/src/main.ts').matchAll(/^ {2}(\w+): \(\) => import/gm)].map(
    ([, name]) => name,
  );
  const long = globSync('{apps,packages,bench,tooling}/*/src/**/*.long.test.ts', { cwd: ROOT }).concat(
    globSync('{bench,tooling}/src/**/*.long.test.ts', { cwd: ROOT }),
  );
  /** What a command takes for its first word. */
  const knows: Readonly<Record<string, (word: string) => boolean>> = {
    bench: (word) => benches.includes(word),
    placard: (word) => new RegExp(`^ {2}${word}\\b`, 'm').test(HELP),
    'test:long': (word) => long.some((path) => path.includes(word)),
  };

  test.each(ofToday)('%s has commands that there are', (name) => {
    const wrong = commandsOf(read(name)).filter(({ script, workspace, first }) => {
      const isThere = Object.hasOwn(scriptsOf(workspace), script);
      return !isThere || (first !== '' && knows[script]?.(first) === false);
    });
    expect(wrong.map(({ said }) => said)).toEqual([]);
  });

  test('programs and their texts name documents that there are', () => {
    const texts = readCatalogues().map(({ path, messages }) => ({
      path,
      text: [...messages.values()].join('\n'),
    }));
    const named = [...readSources().filter(({ path }) => !isTest(path)), ...texts].flatMap(({ path, text }) =>
      [...text.matchAll(/\bdocs\/[\w/-]+\.md(?:#([\w-]+))?/g)].map(([name, heading]) => ({
        path,
        name,
        heading,
      })),
    );
    expect(named.length).toBeGreaterThan(10);
    const missing = named.filter(({ name, heading }) => {
      const [file = ''] = name.split('#');
      return (
        !existsSync(join(ROOT, file)) || (heading !== undefined && !headingsOf(read(file)).includes(heading))
      );
    });
    expect(missing).toEqual([]);
  });

  test('each long suite is run by a command of CONTRIBUTING.md', () => {
    const words = commandsOf(read('CONTRIBUTING.md')).flatMap(({ script, first }) =>
      script === 'test:long' ? [first] : [],
    );
    expect(long.length).toBeGreaterThan(15);
    expect(long.filter((path) => !words.some((word) => path.includes(word)))).toEqual([]);
  });

  test('each kind of notice has its row, and those that nobody switches off say so', () => {
    const rows = rowsOf(read('docs/notices.md').split('| kind |')[1]?.split('\n\n')[0] ?? '');
    const kinds = rows.flatMap(([cell = '']) => quotedIn(cell));
    expect(kinds.toSorted()).toEqual(NOTICE_KIND_KEYS.toSorted());
    const always = rows.flatMap(([cell = '', , mailed]) => (mailed === 'always' ? quotedIn(cell) : []));
    expect(always.toSorted()).toEqual(Object.keys(FIXED_KINDS).toSorted());
  });

  test('each event of a webhook has its row', () => {
    const rows = rowsOf(read('docs/webhooks.md').split('| type |')[1]?.split('\n\n')[0] ?? '');
    expect(rows.flatMap(([cell = '']) => quotedIn(cell)).toSorted()).toEqual(
      [...NETWORK_EVENTS, TEST_EVENT].toSorted(),
    );
  });
});

test('what is wrong is found', () => {
  expect(linksOf('[this](adr/0001.md#why), [that](https://example.com) and [here](#top)')).toEqual([
    { path: 'adr/0001.md', heading: 'why' },
    { path: '', heading: 'top' },
  ]);
  expect(headingsOf('# One, [two](a.md) & three\n```sh\n# no heading\n```\n')).toEqual(['one-two--three']);
  expect(
    commandsOf('`npm run -s build -w apps/web`, `npm run bench -- NAME`, `npm run test:long -- a/b`'),
  ).toEqual([
    { said: 'npm run -s build -w apps/web', script: 'build', workspace: 'apps/web', first: '' },
    { said: 'npm run bench -- NAME', script: 'bench', workspace: '', first: '' },
    { said: 'npm run test:long -- a/b', script: 'test:long', workspace: '', first: 'a/b' },
  ]);
  expect(rowsOf('| a | b |\n|---|---|\n| `x`, `y` | z |\n')).toEqual([['`x`, `y`', 'z']]);
  expect(pathsNamed('`apps/x/y.ts`, `apps/web/src/`, `NNNN_name.sql` and `packages/NAME.ts*`')).toEqual([
    'apps/x/y.ts',
    'apps/web/src/',
  ]);
  expect(filesNamed('`e2e/loop.spec.ts` and `npm test`')).toEqual(['e2e/loop.spec.ts']);
});
