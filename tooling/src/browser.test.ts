import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { findChromium } from './browser.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'placard-browser-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

function program(name: string, exitCode = 0): string {
  const path = join(folder, name);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, `#!/bin/sh\nexit ${exitCode}\n`);
  chmodSync(path, 0o755);
  return path;
}
const settings = (chosen?: string) => ({
  chosen,
  searchPath: [folder],
  playwrightFolder: join(folder, 'playwright'),
});
const nothing = () => {};

it('takes CHROMIUM_PATH before everything, and refuses one that does not run', () => {
  program('chromium');
  const chosen = program('mine');
  expect(findChromium(settings(chosen), nothing)).toBe(chosen);
  expect(() => findChromium(settings(program('broken', 1)), nothing)).toThrow(
    /CHROMIUM_PATH is .*broken, which does not run/,
  );
});

it("takes the system's before Playwright's, and passes over a stub", () => {
  const own = program('playwright/chromium-1200/chrome-linux/chrome');
  program('chromium-browser', 1);
  expect(findChromium(settings(), nothing)).toBe(own);
  const chrome = program('google-chrome');
  expect(findChromium(settings(), nothing)).toBe(chrome);
});

it("takes the newest of Playwright's", () => {
  program('playwright/chromium-999/chrome-linux/chrome');
  const newest = program('playwright/chromium-1200/chrome-linux64/chrome');
  expect(findChromium(settings(), nothing)).toBe(newest);
});

it('prefers the one without windows, of the system and of Playwright', () => {
  program('playwright/chromium-1300/chrome-linux/chrome');
  program('playwright/chromium_headless_shell-1100/chrome-linux/headless_shell');
  const newest = program(
    'playwright/chromium_headless_shell-1200/chrome-headless-shell-linux64/chrome-headless-shell',
  );
  expect(findChromium(settings(), nothing)).toBe(newest);
  program('chromium');
  const shell = program('chromium-headless-shell');
  expect(findChromium(settings(), nothing)).toBe(shell);
  writeFileSync(shell, '#!/bin/sh\nexit 1\n');
  expect(findChromium(settings(), nothing)).toBe(join(folder, 'chromium'));
});

it('installs one where there is none, and says what to do when that fails', () => {
  expect(() => findChromium(settings(), nothing)).toThrow(/No Chromium was found. Install one/);
  expect(findChromium(settings(), () => program('chromium'))).toBe(join(folder, 'chromium'));
});
