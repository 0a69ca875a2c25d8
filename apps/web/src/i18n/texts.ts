import { useCallback } from 'react';
import { createStore, useStore } from '../lib/store.ts';
import { formatMessage, type MessageValues } from './message-format.ts';
import { pseudoText } from './pseudo-locale.ts';

/** Texts of one feature in English: a tree of messages. A feature's file travels with its screens, not with the entry. */
export type TextTree = { readonly [key: string]: string | TextTree };

export type Texts<Tree extends TextTree> = { readonly namespace: string; readonly english: Tree };

export function defineTexts<const Tree extends TextTree>(namespace: string, english: Tree): Texts<Tree> {
  return { namespace, english };
}

/** Dotted paths to the leaves: `'column.name'`. */
export type TextKey<Tree> = {
  [Key in keyof Tree & string]: Tree[Key] extends string ? Key : `${Key}.${TextKey<Tree[Key]>}`;
}[keyof Tree & string];

type TextAt<Tree, Path extends string> = Path extends keyof Tree
  ? Tree[Path]
  : Path extends `${infer Head}.${infer Rest}`
    ? Head extends keyof Tree
      ? TextAt<Tree[Head], Rest>
      : never
    : never;

/** A text with an argument demands its values; one without takes none. */
type ValuesOf<Text> = Text extends `${string}{${string}` ? [values: MessageValues] : [];

export type Translate<Tree extends TextTree> = <Key extends TextKey<Tree>>(
  key: Key,
  ...values: ValuesOf<TextAt<Tree, Key>>
) => string;

export const PSEUDO_LOCALE = 'en-XA';

/** Another language's texts by namespace and dotted key. Missing ones fall back to English. */
export type Catalogue = Readonly<Record<string, Readonly<Record<string, string>>>>;
type Language = { readonly locale: string; readonly catalogue: Catalogue };

const language = createStore<Language>({ locale: 'en', catalogue: {} });

export function currentLocale(): string {
  return language.get().locale;
}

/** Switches the language; `catalogue` is empty for English and for the pseudo-locale, which derives from it. */
export function setLanguage(locale: string, catalogue: Catalogue): void {
  document.documentElement.lang = locale;
  language.set({ locale, catalogue });
}

function english(tree: TextTree, key: string): string {
  let node: string | TextTree | undefined = tree;
  for (const step of key.split('.')) node = typeof node === 'object' ? node[step] : undefined;
  return typeof node === 'string' ? node : key;
}

function translateIn(active: Language, texts: Texts<TextTree>, key: string, values: MessageValues): string {
  if (active.locale === PSEUDO_LOCALE) {
    return `[${formatMessage(english(texts.english, key), values, 'en', pseudoText)}]`;
  }
  const source = active.catalogue[texts.namespace]?.[key] ?? english(texts.english, key);
  return formatMessage(source, values, active.locale);
}

/** For code outside components (stores, loaders). Components use `useTexts`, which follows a change of language. */
export function translator<Tree extends TextTree>(texts: Texts<Tree>): Translate<Tree> {
  return (key: string, values: MessageValues = {}) => translateIn(language.get(), texts, key, values);
}

/**
 * `const t = useTexts(campaignTexts); t('column.name'); t('count', { count: 3 })`
 * The same function until the language changes, so that what is memoised by it stays.
 */
export function useTexts<Tree extends TextTree>(texts: Texts<Tree>): Translate<Tree> {
  const active = useStore(language);
  return useCallback(
    (key: string, values: MessageValues = {}) => translateIn(active, texts, key, values),
    [active, texts],
  );
}
