import { expect, test } from 'vitest';
import { CreativeDirectory, shownOf } from './creative-directory.ts';
import type { CreativeRow } from './rows.ts';

const NOW_URL = 'https://now.example/';
const EARLIER_URL = 'https://earlier.example/';
const APPROVED_AT = 1_000;

const CREATIVE: CreativeRow = {
  ...{ id: 1, type: 'image', widthPx: 300, heightPx: 250, fileKey: 'a.webp', altText: '', adCode: null },
  ...{ clickUrl: NOW_URL, earlierClickUrl: EARLIER_URL, status: 'active', approvedAtMs: APPROVED_AT },
  ...{ stopped: false, publicKey: 'key', adSetIds: [1] },
};

function clickUrlOf(change: Partial<CreativeRow>): string | null | undefined {
  const creatives = new CreativeDirectory();
  creatives.put([{ ...CREATIVE, ...change }]);
  return creatives.byCreativeId(1)?.clickUrl;
}

test.each<[string, Partial<CreativeRow>, string | null]>([
  ['is active', {}, NOW_URL],
  ['is active, whoever made it so', { approvedAtMs: null }, NOW_URL],
  ['is paused', { status: 'paused' }, NOW_URL],
  ['is archived', { status: 'archived' }, NOW_URL],
  ['waits for review', { status: 'pending', approvedAtMs: null }, EARLIER_URL],
  ['waits for review, whatever it remembers of the last one', { status: 'pending' }, EARLIER_URL],
  ['was archived while it waited', { status: 'archived', approvedAtMs: null }, EARLIER_URL],
  ['waits for its first review', { status: 'pending', approvedAtMs: null, earlierClickUrl: null }, null],
  ['was stopped', { stopped: true }, null],
  ['leads to a script', { clickUrl: 'javascript:alert(1)' }, null],
  ['led to one', { status: 'pending', earlierClickUrl: 'javascript:alert(1)' }, null],
  ['leads to what is written in another way', { clickUrl: 'HTTPS://Now.Example' }, NOW_URL],
])('a creative that %s has its clicks go where they may: %j', (_name, change, expected) => {
  expect(clickUrlOf(change)).toBe(expected);
});

test('an image is known as long as a creative has it, of however many', () => {
  const creatives = new CreativeDirectory();
  creatives.put([CREATIVE, { ...CREATIVE, id: 2, publicKey: 'other' }]);
  const known = (...keys: string[]) => keys.map((key) => creatives.hasImage(key));
  expect(known('a.webp', 'b.webp')).toEqual([true, false]);
  creatives.put([{ ...CREATIVE, fileKey: 'b.webp' }]);
  expect(known('a.webp', 'b.webp')).toEqual([true, true]);
  creatives.put([{ ...CREATIVE, id: 2, publicKey: 'other', fileKey: null }]);
  expect(known('a.webp', 'b.webp')).toEqual([false, true]);
});

test('of a creative that moves both ad sets are told, the one that it serves and the one that it served', () => {
  const creatives = new CreativeDirectory();
  expect(creatives.put([CREATIVE])).toEqual(new Set([1]));
  expect(creatives.put([{ ...CREATIVE, adSetIds: [2, 3] }])).toEqual(new Set([1, 2, 3]));
  expect(creatives.put([{ ...CREATIVE, adSetIds: [] }])).toEqual(new Set([2, 3]));
});

test('an advertiser is known by a host without the dot at its end, as lists of blocks have it', () => {
  const hostOf = (clickUrl: string | null) => shownOf({ ...CREATIVE, clickUrl })?.advertiserHost;
  expect(hostOf('https://WWW.Shop.example./lamp')).toBe('www.shop.example');
  const code = { ...CREATIVE, type: 'third_party' as const, adCode: '<b>ad</b>', clickUrl: null };
  expect(shownOf(code)?.advertiserHost).toBeNull();
});
