import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** Files that a coverage table names as proof: paths in back ticks with an extension. */
function filesNamed(markdown: string): string[] {
  return [...markdown.matchAll(/`((?:apps|packages|e2e|tooling|bench)\/[^`\s]+\.tsx?)`/g)].map(
    (match) => match[1] ?? '',
  );
}

/** Files and folders of the project that a text names in back ticks; a name with a placeholder is none. */
function pathsNamed(markdown: string): string[] {
  return [...markdown.matchAll(/`((?:apps|packages|tooling|bench|docs|e2e)\/[\w./-]+)`/g)].map(
    (match) => match[1] ?? '',
  );
}

/** Relative links of a Markdown text, without their anchors. */
function linksOf(markdown: string): string[] {
  return [...markdown.matchAll(/\]\((?![a-z]+:|#)([^)\s#]+)/g)].map((match) => match[1] ?? '');
}

const documents = [
  'README.md',
  'CONTRIBUTING.md',
  ...readdirSync(join(ROOT, 'docs'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md'))
    .map((name) => join('docs', name)),
];

describe('documents', () => {
  test.each(documents)('%s links only to what is there', (name) => {
    const text = readFileSync(join(ROOT, name), 'utf8');
    const dead = linksOf(text).filter((link) => !existsSync(resolve(ROOT, dirname(name), link)));
    expect(dead).toEqual([]);
  });

  test('the coverage of the specification names only tests that exist', () => {
    const named = filesNamed(readFileSync(join(ROOT, 'docs/spec-coverage.md'), 'utf8'));
    expect(named.length).toBeGreaterThan(100);
    expect(named.filter((file) => !existsSync(join(ROOT, file)))).toEqual([]);
  });

  test.each([
    ['docs/adding.md', 30],
    ['docs/dependencies.md', 20],
  ])('%s names only places that exist', (name, least) => {
    const named = pathsNamed(readFileSync(join(ROOT, name), 'utf8'));
    expect(named.length).toBeGreaterThan(least);
    expect(named.filter((path) => !existsSync(join(ROOT, path)))).toEqual([]);
  });

  test('each decision has a number of its own, which its heading says', () => {
    const folder = join(ROOT, 'docs/adr');
    const names = readdirSync(folder).filter((name) => name.endsWith('.md'));
    const numbers = names.map((name) => Number(name.slice(0, 4)));
    expect(numbers.filter((number, index) => numbers.indexOf(number) !== index)).toEqual([]);
    const headings = names.map((name) => readFileSync(join(folder, name), 'utf8').split('\n')[0]);
    expect(headings.filter((heading, index) => !heading?.startsWith(`# ${numbers[index]}. `))).toEqual([]);
  });

  test('a dead link and a missing test are found', () => {
    expect(linksOf('see [this](adr/0001.md#why), [that](https://example.com) and [here](#top)')).toEqual([
      'adr/0001.md',
    ]);
    expect(pathsNamed('`apps/x/y.ts`, `apps/web/src/`, `NNNN_name.sql` and `packages/NAME.ts*`')).toEqual([
      'apps/x/y.ts',
      'apps/web/src/',
    ]);
    expect(filesNamed('`e2e/loop.spec.ts` and `npm test`')).toEqual(['e2e/loop.spec.ts']);
  });
});
