import compile from 'icu-minify/compile';
import type { CompiledMessage } from './format.ts';
import type { TextTree } from './text-tree.ts';

/** ICU MessageFormat as the array that `formatMessage` fills. @throws SyntaxError where it is malformed. */
export function compileMessage(message: string): CompiledMessage {
  return compile(message);
}

export type CompiledTree = { readonly [key: string]: CompiledMessage | CompiledTree };

/** A whole catalogue, as the build puts it into the browser's files. */
export function compileTree(tree: TextTree): CompiledTree {
  return Object.fromEntries(
    Object.entries(tree).map(([key, node]) => [
      key,
      typeof node === 'string' ? compileMessage(node) : compileTree(node),
    ]),
  );
}
