import { expect, it } from 'vitest';
import { advertiserHostOf, readBlockValue } from './blocks.ts';

const read = (kind: Parameters<typeof readBlockValue>[0], typed: string) => {
  const result = readBlockValue(kind, typed);
  return result.ok ? result.value : result.code;
};

it('keeps domains in ASCII, without www, a trailing dot and a trailing slash', () => {
  expect(
    ['Bücher.example/', 'WWW.Shop.example.', 'www.com'].map((typed) => read('advertiser_domain', typed)),
  ).toEqual(['xn--bcher-kva.example', 'shop.example', 'www.com']);
  expect(
    ['', 'https://shop.example', 'shop', '10.0.0.1'].map((typed) => read('advertiser_domain', typed)),
  ).toEqual(['domain_required', 'domain_has_scheme', 'domain_invalid', 'domain_invalid']);
});

it('knows categories, and the word for campaigns without one', () => {
  expect(['gambling', 'none', 'toString', ''].map((typed) => read('category', typed))).toEqual([
    'gambling',
    'none',
    'block_value_unknown',
    'block_value_unknown',
  ]);
});

it('takes creatives by their number', () => {
  expect(
    ['7', '2147483647', '2147483648', '07', '-1', '1.5'].map((typed) => read('creative', typed)),
  ).toEqual([
    '7',
    '2147483647',
    ...['block_value_unknown', 'block_value_unknown', 'block_value_unknown', 'block_value_unknown'],
  ]);
});

it('knows an advertiser by the host that a click leads to, a dot at its end or not', () => {
  const hosts = [
    'https://Sub.Shop.example/x',
    'https://shop.example./x',
    'https://bücher.example',
    'http://[::1]/',
  ];
  expect(hosts.map((url) => advertiserHostOf(URL.parse(url)))).toEqual([
    ...['sub.shop.example', 'shop.example', 'xn--bcher-kva.example', '[::1]'],
  ]);
  expect(['data:,x', 'nothing'].map((url) => advertiserHostOf(URL.parse(url)))).toEqual([null, null]);
});
