import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DEFAULT_LANGUAGE, LANGUAGES } from '@placard/domain/language';
import { describe, expect, it } from 'vitest';
import { type CatalogueFile, readCatalogues } from './texts/catalogue-files.ts';
import { differences } from './texts/compare.ts';
import { asFile, DERIVED } from './texts/derived.ts';
import { typographyFaults } from './texts/typography.ts';
import { unusedKeys } from './texts/usage.ts';
import { VALUES_PATH, valuesModule } from './texts/values-module.ts';
import { isTest, ROOT, readSources } from './tidy/source-tree.ts';

const catalogues = readCatalogues();
const english = catalogues.filter(({ language }) => language === DEFAULT_LANGUAGE);
const fileOf = (path: string) => readFileSync(join(ROOT, path), 'utf8');

describe('the catalogues', () => {
  it('say the same in every language, with the same values', () => {
    expect(english.flatMap((source) => differences(source, catalogues, LANGUAGES))).toEqual([]);
  });

  it('hold nothing that is not asked for', () => {
    const sources = readSources();
    // What the API says itself is asked for by its codes.
    const own = english.filter(({ path }) => !(path in DERIVED));
    const unused = own.flatMap((catalogue) =>
      unusedKeys(catalogue, sources).map((key) => `${catalogue.path}: ${key}`),
    );
    expect(unused).toEqual([]);
  });

  it('are written with the signs of their language, but where the API says them in English itself', () => {
    expect(catalogues.filter(({ path }) => !(path in DERIVED)).flatMap(typographyFaults)).toEqual([]);
  });

  it('have a name of their own each, and no language besides those that are spoken', () => {
    expect(new Set(english.map(({ namespace }) => namespace)).size).toBe(english.length);
    const known: readonly string[] = LANGUAGES;
    expect(catalogues.filter(({ language }) => !known.includes(language)).map(({ path }) => path)).toEqual(
      [],
    );
  });

  it('are what the code takes their types from (npm run texts)', () => {
    expect(fileOf(VALUES_PATH)).toBe(valuesModule(english));
    for (const [path, tree] of Object.entries(DERIVED)) expect(fileOf(path)).toBe(asFile(tree));
  });

  it('have words for what the server writes into the audit log', () => {
    const words = english.find(({ namespace }) => namespace === 'auditWords')?.messages;
    // Marks of reports are called alike.
    const server = readSources().filter(
      ({ path }) => path.startsWith('apps/server/src/') && !path.includes('/reports/') && !isTest(path),
    );
    const written = (shape: RegExp, as: string) =>
      server.flatMap(({ text }) => [...text.matchAll(shape)].map(([, key]) => `${as}.${key}`));
    const keys = [
      ...written(/action: (?:[^,\n]{1,60} \? )?['`][^'`\n]+\.([a-z_]+)['`]/g, 'action'),
      ...written(/subjectKind: '([a-z_]+)'/g, 'subject'),
    ];
    expect(keys.length).toBeGreaterThan(100);
    expect([...new Set(keys)].filter((key) => words?.has(key) !== true)).toEqual([]);
  });
});

const file = (language: string, messages: Record<string, string>): CatalogueFile => ({
  path: `apps/web/src/a.${language}.json`,
  namespace: 'a',
  language,
  messages: new Map(Object.entries(messages)),
});
const compared = (source: Record<string, string>, translated: Record<string, string>) => {
  const english = file('en', source);
  return differences(english, [english, file('de', translated)], ['en', 'de']);
};

describe('what differs is found', () => {
  it.each([
    ['a missing key', { x: 'One', y: 'Two' }, { x: 'Eins' }, 'y: missing'],
    ['a key too many', { x: 'One' }, { x: 'Eins', y: 'Zwei' }, 'y: not in English'],
    ['a value that is left out', { x: 'Hello {name}' }, { x: 'Hallo' }, 'x: takes nothing, not name'],
    ['a value of another name', { x: 'Hello {name}' }, { x: 'Hallo {nome}' }, 'x: takes nome, not name'],
    ['a malformed message', { x: 'One' }, { x: 'Ein {' }, 'x: malformed'],
    ['an empty message', { x: 'One' }, { x: '' }, 'x: empty'],
    ['a number that is not told as one', { x: '{n, number}' }, { x: '{n}' }, 'x: says n as a text'],
  ])('%s', (_, source, translated, fault) => {
    expect(compared(source, translated)).toEqual([expect.stringContaining(fault)]);
  });

  it('but not another order, or a plural that English does without', () => {
    expect(
      compared({ x: '{a} of {n, number}' }, { x: '{n, plural, one {# von} other {# von}} {a}' }),
    ).toEqual([]);
    expect(compared({ x: '{kind} was' }, { x: '{kind, select, a {Eins} other {Zwei}} war' })).toEqual([]);
  });

  it('a language that a catalogue lacks', () => {
    const source = file('en', { x: 'One' });
    expect(differences(source, [source], ['en', 'de'])).toEqual([
      expect.stringContaining('no catalogue in de'),
    ]);
  });
});

describe('signs of another language are found', () => {
  it.each([
    ['en', "the network's", 'straight quotes'],
    ['en', 'press "Save"', 'straight quotes'],
    ['en', 'Saving...', 'three dots'],
    ['de', 'auf “Speichern”', 'other quotes'],
    ['de', '5% davon', 'a per cent sign'],
    ['de', 'Wähle dein Passwort', 'addressed'],
  ])('%s: %s', (language, x, fault) => {
    expect(typographyFaults(file(language, { x }))).toEqual([expect.stringContaining(fault)]);
  });

  it.each([
    ['en', 'The network’s “Save” {count} …'],
    ['de', 'Auf „Speichern“, 5 % davon …'],
  ])('and none of its own: %s', (language, x) => {
    expect(typographyFaults(file(language, { x }))).toEqual([]);
  });
});

describe('what is not asked for is found', () => {
  const unused = (messages: Record<string, string>, text: string, path = 'apps/web/src/b.ts') =>
    unusedKeys(file('en', messages), [{ path, text }]);
  it.each([
    ['a key that is said', "aTexts; t('x.y')", []],
    ['a key that is put together', 'aTexts; const z = "y"; t(`x.$' + '{z}`)', []],
    ['a key of another catalogue', "bTexts; t('x.y')", ['x.y']],
    ['a hole that no word fills', 'aTexts; t(`x.$' + '{z}`)', ['x.y']],
    ['a key that only a sentence holds', "aTexts; t('it is x.y')", ['x.y']],
  ])('%s', (_, text, expected) => {
    expect(unused({ 'x.y': 'One' }, text)).toEqual(expected);
  });

  it('a key that only a test asks for', () => {
    expect(unused({ x: 'One' }, "aTexts; t('x')", 'apps/web/src/b.test.ts')).toEqual(['x']);
  });
});
