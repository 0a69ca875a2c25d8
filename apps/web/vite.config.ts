import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { apiRoutes } from './build/api-routes.ts';
import { bootScript } from './build/boot-script.ts';
import { chunkGroups } from './build/chunk-groups.ts';
import { compileHints } from './build/compile-hints.ts';
import { compileTexts } from './build/compile-texts.ts';
import { mantineStylesPlugin } from './build/mantine-styles.ts';
import { precompress } from './build/precompress.ts';
import { screenPages } from './build/screen-pages.ts';

const API = process.env.PLACARD_API ?? 'http://localhost:8080';

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
  server: { proxy: { '/api': API } },
  build: {
    target: 'es2023',
    outDir: 'dist',
    emptyOutDir: true,
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        codeSplitting: { groups: chunkGroups },
      },
    },
  },
});
