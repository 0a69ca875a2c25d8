import { availableParallelism } from 'node:os';
import { chromiumFlags, findChromium } from '@placard/tooling/browser';
import { defineConfig } from '@playwright/test';

/**
 * A journey is over before code that V8 has made faster pays for having been made: compiling it in the background takes a
 * twelfth of all processor time. Room for young objects is given at once instead of by and by.
 */
const SHORT_LIVED = '--js-flags=--no-opt --no-maglev --min-semi-space-size=16';

/** Those of `npm run test:long -- journeys`. */
export const LONG = '*.long.spec.ts';

/**
 * Three files of journeys at a time on two cores: of what a journey takes a fifth is waiting (for mails, for five seconds in which a decision
 * can be taken back), and two left a sixth of the processors idle. Beside them one of the tag's, which mostly wait for an ad's second: all of
 * them at the end, three at a time, left two fifths idle. Files begin in the order of their names: one that takes long and has a Placard of
 * its own is not called so that it is last, with nobody beside it. The tests of a file run in their order. Files about accounts of their own
 * share the Placard of their worker, others start one for themselves.
 * Nothing is tried twice: a test that passes only now and then is a fault.
 */
const JOURNEYS_AT_ONCE = Math.ceil(availableParallelism() * 1.5);
export default defineConfig({
  globalSetup: './support/global-setup.ts',
  outputDir: '../test-results',
  workers: JOURNEYS_AT_ONCE + 1,
  retries: 0,
  forbidOnly: true,
  reporter: [['list']],
  // As for actions: it ends what hangs, and measures nothing; a busy machine stands still for seconds. Figures come by way of
  // delivery, settlement and the engine.
  expect: { timeout: 30_000 },
  use: {
    browserName: 'chromium',
    actionTimeout: 30_000,
    launchOptions: { executablePath: findChromium(), args: [...chromiumFlags(), SHORT_LIVED] },
  },
  projects: [
    {
      name: 'journeys',
      testDir: '.',
      testMatch: '*.spec.ts',
      testIgnore: LONG,
      timeout: 120_000,
      workers: JOURNEYS_AT_ONCE,
      // The page of `testWithAccount` is the worker's, emptied by Playwright before each test: what the dashboard is made of was
      // read by it before, which a new page pays half of its first screen for.
      use: { reuseContext: true, contextOptions: { reducedMotion: 'reduce' } },
    },
    { name: 'tag', testDir: '../apps/tag/test', testMatch: '**/*.spec.ts', timeout: 120_000 },
  ],
});
