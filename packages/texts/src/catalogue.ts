import { DEFAULT_LANGUAGE, type Language } from '@placard/domain/language';
import { compileMessage } from './compile.ts';
import { type CompiledMessage, formatMessage, type MessageValue } from './format.ts';
import { allSetApart } from './set-apart.ts';
import { nodeAt, type TextTree, type Translate } from './text-tree.ts';

/** The texts of one subject in all languages. English says which messages there are. */
export type Catalogue<Namespace extends string, Tree extends TextTree> = {
  readonly namespace: Namespace;
  readonly byLanguage: Readonly<Record<Language, Tree>>;
};

export function catalogue<Namespace extends string, Tree extends TextTree>(
  namespace: Namespace,
  byLanguage: Readonly<Record<Language, Tree>>,
): Catalogue<Namespace, Tree> {
  return { namespace, byLanguage };
}

const compiled = new Map<string, CompiledMessage>();

function compiledOf(message: string): CompiledMessage {
  const known = compiled.get(message) ?? compileMessage(message);
  compiled.set(message, known);
  return known;
}

/** Where catalogues lie as files, not in a built page: a message is compiled when it is said for the first time. */
export function textsIn<Namespace extends string, Tree extends TextTree>(
  { byLanguage }: Catalogue<Namespace, Tree>,
  language: Language,
): Translate<Namespace, Tree> {
  const translate = (key: string, values: Readonly<Record<string, MessageValue>> = {}) => {
    const own = nodeAt(byLanguage[language], key);
    const message = typeof own === 'string' ? own : nodeAt(byLanguage[DEFAULT_LANGUAGE], key);
    return typeof message === 'string'
      ? formatMessage(compiledOf(message), language, allSetApart(values))
      : key;
  };
  return translate as Translate<Namespace, Tree>;
}
