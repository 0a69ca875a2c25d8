import { defineConfig } from '@playwright/test';

/** One browser at a time, nothing tried twice: a test that passes only now and then is a fault. */
export default defineConfig({
  testDir: '..',
  testMatch: ['e2e/**/*.spec.ts', 'apps/tag/test/**/*.spec.ts'],
  outputDir: '../test-results',
  workers: 1,
  retries: 0,
  timeout: 30_000,
  reporter: [['list']],
  use: {
    browserName: 'chromium',
    launchOptions: { executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium' },
  },
});
