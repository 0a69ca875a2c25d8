import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { minifySync, type Plugin } from 'vite';

const SOURCE = fileURLToPath(new URL('./boot.js', import.meta.url));

/**
 * Puts `boot.js` into the page itself: as a file of its own it would run a round trip later, before the first paint.
 * The server allows exactly this script by its hash.
 */
export function bootScript(): Plugin {
  return {
    name: 'placard-boot-script',
    transformIndexHtml: {
      order: 'pre',
      handler: (html) => {
        const { code } = minifySync('boot.js', readFileSync(SOURCE, 'utf8'), { module: false });
        return html.replace('<title>', () => `<script>${code.trim()}</script>\n    <title>`);
      },
    },
  };
}
