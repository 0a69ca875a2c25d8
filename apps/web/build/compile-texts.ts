import { compileTree } from '@placard/texts/compile';
import type { TextTree } from '@placard/texts/text-tree';
import type { Plugin } from 'vite';

/** Compiles catalogues while they are bundled: the browser gets messages ready to be filled, and no parser. */
export function compileTexts(): Plugin {
  return {
    name: 'placard-compile-texts',
    enforce: 'pre',
    transform: {
      filter: { id: /\.[a-z]{2}\.json$/ },
      // JSON again, which the bundler makes a module of.
      handler: (json) => ({ code: JSON.stringify(compileTree(JSON.parse(json) as TextTree)), map: null }),
    },
  };
}
