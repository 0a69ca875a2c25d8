import { peers } from '@placard/tooling/config';
import { test } from 'vitest';
import { begin, seenIn } from './other-browser.ts';

test('Firefox counts what was seen, and nothing else', async () => {
  const { firefox = 'firefox' } = peers();
  const window = ['--headless', '--no-remote', '--width=1280', '--height=900'];
  await seenIn((url, profile) => begin(firefox, [...window, '--profile', profile, url], { HOME: profile }));
});
