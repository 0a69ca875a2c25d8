import { chromiumFlags, findChromium } from '@placard/tooling/browser';
import { defineConfig } from '@playwright/test';

/**
 * Two files at a time, since a journey waits as long as it works; the tests of a file in their order. Files about accounts of
 * their own share the Placard of their worker, others start one for themselves.
 * Nothing is tried twice: a test that passes only now and then is a fault.
 */
export default defineConfig({
  globalSetup: './support/global-setup.ts',
  outputDir: '../test-results',
  workers: 2,
  retries: 0,
  forbidOnly: true,
  reporter: [['list']],
  use: {
    browserName: 'chromium',
    actionTimeout: 10_000,
    launchOptions: { executablePath: findChromium(), args: chromiumFlags() },
  },
  projects: [
    { name: 'journeys', testDir: '.', testMatch: '*.spec.ts', timeout: 120_000 },
    // Last: its files are short, so that no worker waits long for the other's last one.
    { name: 'tag', testDir: '../apps/tag/test', testMatch: '**/*.spec.ts', timeout: 30_000 },
  ],
});
