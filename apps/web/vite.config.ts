import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { apiRoutes } from './build/api-routes.ts';
import { precompress } from './build/precompress.ts';

const API = process.env.PLACARD_API ?? 'http://localhost:8080';

export default defineConfig({
  plugins: [react(), apiRoutes(), precompress()],
  server: { proxy: { '/api': API } },
  build: {
    target: 'es2023',
    outDir: 'dist',
    emptyOutDir: true,
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        // React and the router change rarely: a file of their own stays cached over releases.
        codeSplitting: {
          groups: [
            { name: 'react', test: /node_modules\/(react|react-dom|scheduler)\//, priority: 20 },
            {
              name: 'router',
              test: /node_modules\/@tanstack\/(react-router|router-core|history|react-store|store)\//,
              priority: 10,
            },
          ],
        },
      },
    },
  },
});
