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

function saidIn({ path, text }: SourceFile): Said {
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
 * Keys of a catalogue that no file asks for. A file counts that names the catalogue (`campaignsTexts`). What fills the
 * hole of a pattern must be a word that the code knows.
 */
export function unusedKeys(catalogue: CatalogueFile, sources: readonly SourceFile[]): string[] {
  const names = new RegExp(`\\b${catalogue.namespace}(Texts?|Part)\\b`);
  const code = sources.filter(({ path }) => !isTest(path));
  const said = code.filter(({ text }) => names.test(text)).map(saidIn);
  const words = wordsOf(sources);
  return [...catalogue.messages.keys()].filter(
    (key) =>
      !said.some(
        ({ whole, patterns }) =>
          whole.has(key) ||
          patterns.some((pattern) => {
            const holes = pattern.exec(key)?.slice(1);
            return holes?.every((hole) => hole.split('.').every((word) => words.has(word))) === true;
          }),
      ),
  );
}

const kept = new WeakMap<readonly SourceFile[], ReadonlySet<string>>();

/** All words of the code but those of the catalogues themselves. */
function wordsOf(sources: readonly SourceFile[]): ReadonlySet<string> {
  const known = kept.get(sources);
  if (known !== undefined) return known;
  const words = new Set(
    sources
      .filter(({ path }) => !isTest(path) && path !== VALUES_PATH)
      .flatMap(({ text }) => text.match(/\w+/g) ?? []),
  );
  kept.set(sources, words);
  return words;
}
