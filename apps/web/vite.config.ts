import react from '@vitejs/plugin-react';
import pxToRem from 'postcss-pxtorem';
import { defineConfig } from 'vite';
import { apiRoutes } from './build/api-routes.ts';
import { bootScript } from './build/boot-script.ts';
import { chunkGroups, fileNames } from './build/chunk-groups.ts';
import { compileHints } from './build/compile-hints.ts';
import { compileTexts } from './build/compile-texts.ts';
import { mantineStylesPlugin } from './build/mantine-styles.ts';
import { precompress } from './build/precompress.ts';
import { screenPages } from './build/screen-pages.ts';

const API = process.env.PLACARD_API ?? 'http://localhost:8080';

/** What each page of the dashboard has loaded before any of its scripts runs. */
const ALWAYS_THERE = /\/(?:rolldown-runtime|react|router|base)-[^/]+\.js$/;

export default defineConfig({
  plugins: [
    react(),
    apiRoutes(),
    compileTexts(),
    mantineStylesPlugin(),
    bootScript(),
    compileHints(),
    screenPages(),
    precompress(),
  ],
  // Written in px as the design is; a size of letters that is set in the browser enlarges all of it, and chooses the layout too.
  css: {
    postcss: {
      plugins: [pxToRem({ propList: ['*'], mediaQuery: true, minPixelValue: Number.NEGATIVE_INFINITY })],
    },
  },
  server: { proxy: { '/api': API } },
  build: {
    target: 'es2023',
    outDir: 'dist',
    emptyOutDir: true,
    assetsInlineLimit: 0,
    modulePreload: {
      polyfill: false,
      // A script that asks for another one names all that it needs, so that they come at once: not those that are there already.
      resolveDependencies: (_script, names, { hostType }) =>
        hostType === 'js' ? names.filter((name) => !ALWAYS_THERE.test(name)) : names,
    },
    rolldownOptions: {
      output: {
        codeSplitting: { groups: chunkGroups },
        hashCharacters: 'base36',
        chunkFileNames: ({ name }) => fileNames(name),
        entryFileNames: ({ name }) => fileNames(name),
        assetFileNames: 'assets/[hash][extname]',
      },
    },
  },
});
