import type { MessageValues } from './message-values.ts';

/** A catalogue: messages under names that say what they are of. */
export type TextTree = { readonly [key: string]: string | TextTree };

/** Dotted paths to the messages: `'column.name'`. */
export type TextKey<Tree> = {
  [Key in keyof Tree & string]: Tree[Key] extends string ? Key : `${Key}.${TextKey<Tree[Key]>}`;
}[keyof Tree & string];

type Intersection<Union> = (Union extends unknown ? (each: Union) => void : never) extends (
  all: infer All,
) => void
  ? All
  : never;

type Needed<Namespace, Key> = Namespace extends keyof MessageValues
  ? Extract<Key, keyof MessageValues[Namespace]>
  : never;

/** What a message has to be given: nothing, or its values by name. Of several messages the values of all. */
export type ValuesOf<Namespace, Key> = [Needed<Namespace, Key>] extends [never]
  ? []
  : Namespace extends keyof MessageValues
    ? [values: Intersection<MessageValues[Namespace][Needed<Namespace, Key>]>]
    : never;

/** `t('column.name')`, `t('count', { count: 3 })`: keys and values are those of the English catalogue. */
export type Translate<Namespace extends string, Tree extends TextTree> = <const Key extends TextKey<Tree>>(
  key: Key,
  ...values: ValuesOf<Namespace, Key>
) => string;

/** The node at a dotted path; undefined where the catalogue has none. */
export function nodeAt<Node>(tree: Node, key: string): unknown {
  let node: unknown = tree;
  for (const step of key.split('.')) {
    node = typeof node === 'object' && node !== null ? Reflect.get(node, step) : undefined;
  }
  return node;
}

declare const namespaceOf: unique symbol;

/** A catalogue that says in its type whose values its messages take. */
export type Named<Namespace extends string, Tree extends TextTree> = Tree & {
  readonly [namespaceOf]?: Namespace;
};

/** Keys of messages that take no values. */
export type PlainKey<Tree extends TextTree> = Tree extends { readonly [namespaceOf]?: infer Namespace }
  ? Exclude<TextKey<Tree>, Namespace extends keyof MessageValues ? keyof MessageValues[Namespace] : never>
  : never;

/** `Translate` of a named catalogue. */
export type TranslateNamed<Tree extends TextTree> = Tree extends { readonly [namespaceOf]?: infer Namespace }
  ? Translate<Namespace & string, Tree>
  : never;
