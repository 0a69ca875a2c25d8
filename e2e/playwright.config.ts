import { chromiumFlags, findChromium } from '@placard/tooling/browser';
import { defineConfig } from '@playwright/test';

/** One browser at a time, nothing tried twice: a test that passes only now and then is a fault. */
export default defineConfig({
  outputDir: '../test-results',
  workers: 1,
  retries: 0,
  forbidOnly: true,
  reporter: [['list']],
  use: {
    browserName: 'chromium',
    actionTimeout: 10_000,
    launchOptions: { executablePath: findChromium(), args: chromiumFlags() },
  },
  projects: [
    { name: 'tag', testDir: '../apps/tag/test', testMatch: '**/*.spec.ts', timeout: 30_000 },
    { name: 'journeys', testDir: '.', testMatch: '*.spec.ts', timeout: 120_000 },
  ],
});
