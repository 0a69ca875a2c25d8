import { DEFAULT_LANGUAGE, type Language } from '@placard/domain/language';
import { type CompiledMessage, formatMessage, type MessageValue } from '@placard/texts/format';
import { allSetApart } from '@placard/texts/set-apart';
import { type Named, nodeAt, type TextTree, type TranslateNamed } from '@placard/texts/text-tree';
import { use, useCallback } from 'react';
import { createStore, useStore } from '../lib/store.ts';
import { type Catalogue, loadCatalogue } from './catalogues.ts';

export type {
  PlainKey,
  TextKey,
  TextTree,
  TranslateNamed as Translate,
} from '@placard/texts/text-tree';

/** Texts of one subject: English travels with its screens, other languages are fetched by those who read them. */
export type Texts<Tree extends TextTree> = { readonly namespace: string; readonly english: Tree };

type Active = { readonly language: Language; readonly catalogues: ReadonlyMap<string, Catalogue> };

const active = createStore<Active>({ language: DEFAULT_LANGUAGE, catalogues: new Map() });
const declared = new Set<string>();
/** What is on its way, by language and namespace. */
const loading = new Map<string, Promise<void>>();

export function currentLocale(): Language {
  return active.get().language;
}

export function defineTexts<const Namespace extends string, const Tree extends TextTree>(
  namespace: Namespace,
  english: Tree,
): Texts<Named<Namespace, Tree>> {
  declareTexts(namespace);
  return { namespace, english };
}

/** Wants a subject in the reader's language; English is elsewhere, or at hand already. */
export function declareTexts(namespace: string): void {
  declared.add(namespace);
  const { language } = active.get();
  if (language !== DEFAULT_LANGUAGE) void arrival(language, namespace);
}

/** Resolves once a subject is there in a language. One that cannot be fetched stays English, and is not asked for again. */
function arrival(language: Language, namespace: string): Promise<void> {
  const key = `${language}.${namespace}`;
  const known = loading.get(key);
  if (known !== undefined) return known;
  const made = loadCatalogue(language, namespace)
    .catch((): Catalogue => ({}))
    .then((catalogue) => {
      const now = active.get();
      if (now.language !== language) return;
      active.set({ language, catalogues: new Map([...now.catalogues, [namespace, catalogue]]) });
    });
  loading.set(key, made);
  return made;
}

let waiting: { readonly size: number; readonly all: Promise<void> } | undefined;

/** Resolves once all that screens have declared so far is there; null where nothing is missing. */
function missing({ language, catalogues }: Active): Promise<void> | null {
  if (language === DEFAULT_LANGUAGE || declared.size === catalogues.size) return null;
  // The same promise as long as the same is missing: React waits for what it knows.
  if (waiting?.size !== declared.size) {
    const all = [...declared].map((namespace) => arrival(language, namespace));
    waiting = { size: declared.size, all: Promise.all(all).then(() => {}) };
  }
  return waiting.all;
}

/** Before the first rendering: it is then in the reader's language from the start. */
export async function textsArrived(): Promise<void> {
  await missing(active.get());
}

/** Switches the language once its texts are there, so that nothing is shown in between. */
export async function setLanguage(language: Language): Promise<void> {
  const fetched =
    language === DEFAULT_LANGUAGE
      ? []
      : await Promise.all(
          [...declared].map(
            async (namespace): Promise<[string, Catalogue]> => [
              namespace,
              await loadCatalogue(language, namespace).catch(() => ({})),
            ],
          ),
        );
  loading.clear();
  waiting = undefined;
  for (const [namespace] of fetched) loading.set(`${language}.${namespace}`, Promise.resolve());
  document.documentElement.lang = language;
  active.set({ language, catalogues: new Map(fetched) });
  // Declared meanwhile.
  for (const namespace of declared) if (language !== DEFAULT_LANGUAGE) void arrival(language, namespace);
}

function isMessage(node: unknown): node is CompiledMessage {
  return typeof node === 'string' || Array.isArray(node);
}

type Values = Readonly<Record<string, MessageValue>>;

function translateIn(
  { language, catalogues }: Active,
  { namespace, english }: Texts<TextTree>,
  key: string,
  values: Values,
): string {
  const own = nodeAt(catalogues.get(namespace), key);
  const message = isMessage(own) ? own : nodeAt(english, key);
  return isMessage(message) ? formatMessage(message, language, allSetApart(values)) : key;
}

/** Words for what the server says in English; null where English is read, and where they name what it doesn't give, or the other way round. */
export function ownWords(
  namespace: string,
  key: string,
  values: Readonly<Record<string, string>> = {},
): string | null {
  const { language, catalogues } = active.get();
  const words = nodeAt(catalogues.get(namespace), key);
  if (!isMessage(words)) return null;
  const named = new Set(typeof words === 'string' ? [] : words.flatMap(nameIn));
  const given = Object.keys(values);
  return given.length === named.size && given.every((name) => named.has(name))
    ? formatMessage(words, language, allSetApart(values))
    : null;
}

/** Whether the reader's language has words at or below a key; false where English is read. */
export function hasOwnWords(namespace: string, key: string): boolean {
  return nodeAt(active.get().catalogues.get(namespace), key) !== undefined;
}

/** What a part of a compiled message names: `["value"]`. */
function nameIn(part: unknown): string[] {
  return Array.isArray(part) && typeof part[0] === 'string' ? [part[0]] : [];
}

/** For code outside components (stores, loaders). Components use `useTexts`, which follows a change of language. */
export function translator<Tree extends TextTree>(texts: Texts<Tree>): TranslateNamed<Tree> {
  const translate = (key: string, values: Values = {}) => translateIn(active.get(), texts, key, values);
  return translate as TranslateNamed<Tree>;
}

/**
 * `const t = useTexts(campaignsTexts); t('column.name'); t('count', { count: 3 })`
 * The same function until the language changes, so that what is memoised by it stays. What comes with texts that are
 * still on their way waits for them.
 */
export function useTexts<Tree extends TextTree>(texts: Texts<Tree>): TranslateNamed<Tree> {
  const now = useStore(active);
  const awaited = missing(now);
  if (awaited !== null) use(awaited);
  const translate = useCallback(
    (key: string, values: Values = {}) => translateIn(now, texts, key, values),
    [now, texts],
  );
  return translate as TranslateNamed<Tree>;
}
