import { defineConfig } from '@playwright/test';
import usual, { LONG } from './playwright.config.ts';

/** Journeys that take minutes: whole days of a network, and every field or screen where a few of them show the rule. */
export default defineConfig({
  ...usual,
  projects: [{ name: 'long journeys', testDir: '.', testMatch: LONG, timeout: 300_000 }],
});
