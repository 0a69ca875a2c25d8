import { posix } from 'node:path';
import { parseSync, Visitor } from 'oxc-parser';
import { isTest, type SourceFile } from '../tidy/source-tree.ts';
import type { CatalogueFile } from './catalogue-files.ts';
import { VALUES_PATH } from './values-module.ts';

/** What a file says between quotes: whole texts, and texts with holes as patterns. */
type Said = { readonly whole: ReadonlySet<string>; readonly patterns: readonly RegExp[] };

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** Only what can be a key: `role.${role}`, not a sentence. */
function patternOf(fixed: readonly string[]): RegExp[] {
  return fixed.every((part) => /^[\w.]*$/.test(part))
    ? [new RegExp(`^${fixed.map(escaped).join('([\\w.]+)')}$`)]
    : [];
}

const read = new WeakMap<SourceFile, Said>();

/** A file's texts, read once for all catalogues. */
function saidIn(file: SourceFile): Said {
  const known = read.get(file) ?? readSaid(file);
  read.set(file, known);
  return known;
}

function readSaid({ path, text }: SourceFile): Said {
  const whole = new Set<string>();
  const patterns: RegExp[] = [];
  const visitor = new Visitor({
    Literal({ value }) {
      if (typeof value === 'string') whole.add(value);
    },
    TemplateLiteral({ quasis }) {
      patterns.push(...patternOf(quasis.map(({ value }) => value.raw)));
    },
  });
  visitor.visit(parseSync(path, text).program);
  return { whole, patterns };
}

/**
 * Keys of a catalogue that no file asks for. A file counts that names the catalogue (`campaignsTexts`), and what such a
 * file imports, to which it may hand its `t`. What fills the hole of a pattern must be a word that the code knows. A file that
 * reads the English messages as an object asks for all groups of them that it names.
 */
export function unusedKeys(catalogue: CatalogueFile, sources: readonly SourceFile[]): string[] {
  const { code, likely, words } = codeOf(sources);
  const known = [`${catalogue.namespace}(Texts?|Part)`, ...constantsOf(catalogue, likely)];
  const names = new RegExp(`\\b(${known.join('|')})\\b`);
  const naming = likely.filter(({ text }) => names.test(text));
  const asking = new Set([...naming.map(({ path }) => path), ...naming.flatMap(importsOf)]);
  const said = code.filter(({ path }) => asking.has(path)).map((file) => saidIn(file));
  const groups = naming.filter(({ text }) => /Texts\.english\b/.test(text)).map(({ text }) => text);
  const named = new Set(groups.flatMap((text) => text.match(/\w+/g) ?? []));
  return [...catalogue.messages.keys()].filter((key) => {
    const [group = '', ...rest] = key.split('.');
    if (rest.length > 0 && named.has(group)) return false;
    return !said.some(
      ({ whole, patterns }) => whole.has(key) || patterns.some((each) => fits(each, key, words)),
    );
  });
}

function fits(pattern: RegExp, key: string, words: ReadonlySet<string>): boolean {
  const holes = pattern.exec(key)?.slice(1);
  return holes?.every((hole) => hole.split('.').every((word) => words.has(word))) === true;
}

/** Relative to the project, as a file's own path. */
function importsOf({ path, text }: SourceFile): string[] {
  return [...text.matchAll(/from '(\.[^']*)'/g)].map((match) =>
    posix.join(posix.dirname(path), match[1] ?? ''),
  );
}

/** What a catalogue is called in the code: `export const userTexts = defineTexts('users', english)`. */
function constantsOf({ namespace }: CatalogueFile, code: readonly SourceFile[]): string[] {
  const definition = new RegExp(`const (\\w+) = (?:defineTexts|catalogue)\\('${namespace}'`);
  return code.flatMap(({ text }) => definition.exec(text)?.[1] ?? []);
}

type Code = {
  readonly code: readonly SourceFile[];
  /** Files that could name a catalogue. */
  readonly likely: readonly SourceFile[];
  /** All words of the code but those of the catalogues themselves. */
  readonly words: ReadonlySet<string>;
};

const kept = new WeakMap<readonly SourceFile[], Code>();

/** What all catalogues are looked for in, found once. */
function codeOf(sources: readonly SourceFile[]): Code {
  const known = kept.get(sources) ?? findCode(sources);
  kept.set(sources, known);
  return known;
}

function findCode(sources: readonly SourceFile[]): Code {
  const code = sources.filter(({ path }) => !isTest(path));
  return {
    code,
    likely: code.filter(({ text }) => /Text|Part/.test(text)),
    words: new Set(
      code.filter(({ path }) => path !== VALUES_PATH).flatMap(({ text }) => text.match(/\w+/g) ?? []),
    ),
  };
}
