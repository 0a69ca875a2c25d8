import { chmodSync, readFileSync, writeFileSync } from 'node:fs';
import { chromiumFlags } from '@placard/tooling/browser';
import { chromium, expect } from '@playwright/test';
import { test } from './support/own-placard.ts';

/** What a program is started with says that it switches off, by its last word on it. */
function switchedOff(args: readonly string[]): string[] {
  const last = args.findLast((arg) => arg.startsWith('--disable-features='));
  return last?.slice('--disable-features='.length).split(',') ?? [];
}

test('our flags switch off all that Playwright does, and the pages of an address bar that nobody sees', async () => {
  const heard = test.info().outputPath('arguments');
  const program = test.info().outputPath('chromium');
  writeFileSync(program, `#!/bin/sh\nprintf '%s\\n' "$@" > '${heard}'\nexit 1\n`);
  chmodSync(program, 0o755);
  const startedWith = async (args: string[]) => {
    await expect(chromium.launch({ executablePath: program, args })).rejects.toThrow();
    return switchedOff(readFileSync(heard, 'utf8').split('\n'));
  };
  const usual = await startedWith([]);
  expect(usual).toContain('HttpsUpgrades');
  const ours = await startedWith(chromiumFlags());
  expect(ours).toEqual(expect.arrayContaining([...usual, 'WebUIOmniboxPopup']));
});
