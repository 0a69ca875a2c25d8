import { expect, it } from 'vitest';
import { withSmallScheme } from './small-scheme.ts';

it('makes the scheme of an address small, and nothing else', () => {
  expect(withSmallScheme('Https://Shop.example/HTTPS://A')).toBe('https://Shop.example/HTTPS://A');
  expect(withSmallScheme('HTTP://shop.example')).toBe('http://shop.example');
  for (const text of ['', 'FTP://shop.example', 'a HTTPS://shop.example'])
    expect(withSmallScheme(text)).toBe(text);
});
