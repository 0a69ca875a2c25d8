import type { Plugin } from 'vite';
import { runsOnLoad } from './chunk-groups.ts';
import { readScreens } from './screen-pages.ts';

/** What V8 looks for in the first line of a file; other browsers see a comment. */
const COMPILE_ALL = '//# allFunctionsCalledOnLoad';

/**
 * Lets the browser compile the functions of layers and screens while it still loads them, beside the main thread: left
 * alone, it compiles each on the main thread when it is first called, a fifth of the work before the first paint.
 * Written last, because Vite puts a line of its own before a bundler's banner.
 */
export function compileHints(): Plugin {
  let root = '';
  return {
    name: 'placard-compile-hints',
    apply: 'build',
    configResolved(config) {
      root = config.root;
    },
    generateBundle: {
      order: 'post',
      async handler(_options, bundle) {
        const screens = await readScreens(root);
        for (const file of Object.values(bundle)) {
          if (file.type === 'chunk' && runsOnLoad(file, screens)) file.code = `${COMPILE_ALL}\n${file.code}`;
        }
      },
    },
  };
}
