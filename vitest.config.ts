import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { apiRoutes } from './apps/web/build/api-routes.ts';
import { compileTexts } from './apps/web/build/compile-texts.ts';

const shared = {
  exclude: ['**/node_modules/**', '**/dist/**'],
  // Ends what hangs, and measures nothing: a test that starts five processes must hold beside other work too.
  testTimeout: 60_000,
  hookTimeout: 60_000,
  // A second, which it is unless said otherwise, is soon over where five files wait for one PostgreSQL.
  expect: { poll: { timeout: 30_000, interval: 10 } },
};

const HELD_PART = new URL('./apps/web/src/ui/testing/held-part.tsx', import.meta.url).pathname;

/** Projects by what a test needs: nothing, the file tree, a PostgreSQL, or programs of others. */
export default defineConfig({
  test: {
    // A fifth of their time tests wait: for PostgreSQL, for processes that start, for a clock. As many for all projects, or vitest asks for
    // a turn of their own of those that have others, at whose ends workers wait for each other.
    maxWorkers: Math.ceil(availableParallelism() * 1.5),
    projects: [
      {
        plugins: [apiRoutes(), compileTexts()],
        resolve: { alias: [{ find: /^.*\/lazy-part\.tsx$/, replacement: HELD_PART }] },
        test: {
          ...shared,
          name: 'unit',
          // They keep nothing outside of themselves: loading each module once takes a third of the processor time.
          isolate: false,
          include: [
            'packages/**/*.test.ts',
            'apps/**/*.test.{ts,tsx}',
            'tooling/**/*.test.ts',
            'bench/**/*.test.ts',
          ],
          exclude: [
            ...shared.exclude,
            '**/*.db.test.ts',
            '**/*.tidy.test.ts',
            '**/*.browser.test.ts',
            '**/*.peers.test.ts',
            '**/*.long.test.ts',
          ],
        },
      },
      { test: { ...shared, name: 'tidy', include: ['tooling/**/*.tidy.test.ts'] } },
      // Only where somebody asks for it: it needs programs of others (npm run test:peers).
      { test: { ...shared, name: 'peers', include: ['{apps,bench}/**/*.peers.test.ts'] } },
      // What takes minutes, by name: npm run test:long -- front.
      {
        test: {
          ...shared,
          name: 'long',
          testTimeout: 3_600_000,
          include: ['{apps,bench,packages,tooling}/**/*.long.test.ts'],
          globalSetup: ['packages/db/src/testing/global-setup.ts'],
        },
      },
      {
        test: {
          ...shared,
          name: 'db',
          isolate: false,
          // Backups and archives are streams of buffers: V8 would look through all of the heap for each 32 MB of them.
          execArgv: ['--heap-growing-percent=400', '--external-memory-accounted-in-global-limit'],
          include: ['packages/**/*.db.test.ts', 'apps/**/*.db.test.ts', 'tooling/**/*.db.test.ts'],
          globalSetup: ['packages/db/src/testing/global-setup.ts'],
        },
      },
    ],
  },
});
