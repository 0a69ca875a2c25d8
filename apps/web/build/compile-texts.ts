import { compileTree } from '@placard/texts/compile';
import type { TextTree } from '@placard/texts/text-tree';
import type { Plugin } from 'vite';

/**
 * Compiles catalogues while they are bundled: the browser gets messages ready to be filled, and no parser. Only those of the dashboard:
 * tests load the server's the same way, which compiles its own.
 */
export function compileTexts(): Plugin {
  return {
    name: 'placard-compile-texts',
    enforce: 'pre',
    transform: {
      filter: { id: /\/(?:apps\/web|packages\/texts)\/.+\.[a-z]{2}\.json$/ },
      // JSON again, which the bundler makes a module of.
      handler: (json) => ({ code: JSON.stringify(compileTree(JSON.parse(json) as TextTree)), map: null }),
    },
  };
}
