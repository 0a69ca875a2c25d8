import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readClickId, withClickId, writeClickId } from './click-id.ts';
import { CollectFault, MAX_ORDER_ID_BYTES, readCollected } from './collect-protocol.ts';
import { pageViewRecord, readPageView, readVisit, visitRecord } from './collect-record.ts';
import { readDecisionPayload, TOKEN_PAYLOAD_BYTES } from './decision-token.ts';
import { campaignAnalyticsSnippet, conversionSnippet, websiteAnalyticsSnippet } from './snippet.ts';

const uint = (bits: number) => fc.integer({ min: 0, max: 2 ** bits - 1 });
const text = (maxLength: number) => fc.string({ unit: 'binary', maxLength });
const country = fc.constantFrom('', 'DE', 'US');

describe('records', () => {
  test('page views are read as they were written', () => {
    const view = fc.record({
      ...{
        reason: uint(8),
        device: fc.constantFrom(0, 1, 2, 3),
        onOwnDomain: fc.boolean(),
        atMs: uint(48),
        websiteId: uint(32),
      },
      ...{ country, referrerHost: text(60), pageHost: text(60), path: text(300) },
    });
    fc.assert(
      fc.property(view, fc.bigInt({ min: 0n, max: 2n ** 64n - 1n }), (written, visitorHash) => {
        const hash = new Uint8Array(8);
        new DataView(hash.buffer).setBigUint64(0, visitorHash);
        expect(readPageView(pageViewRecord(written, hash))).toEqual({ ...written, visitorHash });
      }),
    );
  });

  test('visits are read as they were written, with and without click, value and order', () => {
    const visit = fc.record({
      ...{ kind: fc.constantFrom(1, 2, 3), reason: uint(8), atMs: uint(48), campaignId: uint(32) },
      valueMicros: fc.option(fc.bigInt({ min: 0n, max: 10n ** 15n })),
      currency: fc.constantFrom('', 'USD', 'EUR'),
      orderId: text(16),
    });
    fc.assert(
      fc.property(visit, fc.option(uint(48)), (written, clickedAtMs) => {
        const click = clickedAtMs === null ? null : clickIdOf(clickedAtMs);
        const read = readVisit(visitRecord(written, click));
        expect(read).toMatchObject(written);
        expect(read?.click?.clickedAtMs ?? null).toBe(clickedAtMs);
      }),
    );
  });

  test('of other bytes are none', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 90 }), (bytes) => {
        for (const record of [readPageView(bytes), readVisit(bytes)]) {
          expect(record === null || typeof record === 'object').toBe(true);
        }
      }),
    );
    const whole = visitRecord(
      { kind: 3, reason: 0, atMs: 1, campaignId: 1, valueMicros: null, currency: '', orderId: 'A-1' },
      null,
    );
    expect(readVisit(whole.subarray(0, whole.length - 1))).toBeNull();
    expect(readPageView(whole)).toBeNull();
  });
});

function clickIdOf(clickedAtMs: number): Uint8Array {
  const bytes = new Uint8Array(TOKEN_PAYLOAD_BYTES);
  writeClickId(
    new DataView(bytes.buffer),
    0,
    {
      ...{ keyId: 3, shard: 4, minute: 5, sequence: 6, adSetId: 7, creativeId: 8, widgetId: 9, flags: 1 },
      ...{ priceMicros: 2 ** 48 - 1, shareBp: 7_000, device: 2, country: 'DE', language: 'de' },
      ...{ widthPx: 300, heightPx: 250, msOfMinute: 10 },
    },
    clickedAtMs,
  );
  return bytes;
}

describe('a click id', () => {
  test('names the decision without price and share, and no reader takes it for a token', () => {
    const view = new DataView(clickIdOf(1_234_567_890_123).buffer);
    expect(readClickId(view, 0)).toEqual({
      ...{ shard: 4, minute: 5, sequence: 6, adSetId: 7, creativeId: 8, widgetId: 9, device: 2 },
      ...{ countryLanguage: 0x44456465, size: 300 * 65_536 + 250, clickedAtMs: 1_234_567_890_123 },
    });
    expect(view.getUint16(30)).toBe(0);
    expect(readDecisionPayload(view, 0)).toBeNull();
    view.setUint8(0, 1);
    expect(readClickId(view, 0)).toBeNull();
  });

  test.each([
    ['https://a.example', 'https://a.example?k=ID'],
    ['https://a.example/?', 'https://a.example/?k=ID'],
    ['https://a.example/?x=1', 'https://a.example/?x=1&k=ID'],
    ['https://a.example/?x=1&', 'https://a.example/?x=1&k=ID'],
    ['https://a.example/p?x=%7e+y#h?a=1', 'https://a.example/p?x=%7e+y&k=ID#h?a=1'],
    ['https://a.example/#/route?x=1', 'https://a.example/?k=ID#/route?x=1'],
  ])('is put on %s as %s', (address, expected) => {
    expect(withClickId(address, 'k', 'ID')).toBe(expected);
  });

  test('leaves everything else of an address as it was', () => {
    fc.assert(
      fc.property(fc.webUrl({ withQueryParameters: true, withFragments: true }), (address) => {
        const before = new URL(address);
        const after = new URL(withClickId(address, 'k', 'ID'));
        expect(after.searchParams.getAll('k').at(-1)).toBe('ID');
        expect([after.origin, after.pathname, after.hash]).toEqual([
          before.origin,
          before.pathname,
          before.hash,
        ]);
        expect(after.search.startsWith(before.search.replace(/&$/, ''))).toBe(true);
      }),
    );
  });
});

describe('a call', () => {
  test('is read, or refused with the field, whatever it holds', () => {
    const fields = fc.dictionary(fc.constantFrom(...'spcrievuo'), fc.jsonValue());
    fc.assert(
      fc.property(fields, (given) => {
        try {
          const read = readCollected(JSON.stringify(given));
          expect(['view', 'visit', 'conversion']).toContain(read.kind);
          if (read.kind === 'view') return;
          expect(new TextEncoder().encode(read.orderId).length).toBeLessThanOrEqual(MAX_ORDER_ID_BYTES);
          expect(read.valueMicros === null || Number.isSafeInteger(read.valueMicros)).toBe(true);
        } catch (error) {
          expect(error).toBeInstanceOf(CollectFault);
        }
      }),
    );
  });

  const [KEY, PATH] = ['k'.repeat(64), `/${'x'.repeat(1_023)}`];
  const view = { kind: 'view', siteKey: KEY, path: PATH, referrerHost: '' };
  const order = { s: undefined, c: 'k', e: 1 };
  test.each<[what: string, given: object, read: object | string]>([
    ['a view', { s: KEY, p: PATH }, view],
    ['its host, without its port', { r: 'News.Example.:443' }, { referrerHost: 'news.example' }],
    ['what is no host', { r: 'a b' }, { referrerHost: '' }],
    ['an address of six', { r: '[2001:DB8::1]' }, { referrerHost: '[2001:db8::1]' }],
    ['the longest host', { r: 'x'.repeat(253) }, { referrerHost: 'x'.repeat(253) }],
    ['a longer one', { r: 'x'.repeat(254) }, { referrerHost: '' }],
    ['no key', { s: '' }, 's'],
    ['a longer key', { s: `${KEY}k` }, 's'],
    ['a key that is a number', { s: 1 }, 's'],
    ['half a letter', { s: '\ud800' }, 's'],
    ['a zero', { r: 'a\0' }, 'r'],
    ['no path', { p: undefined }, 'p'],
    ['a path without its slash', { p: 'a/b' }, 'p'],
    ['a path with a query', { p: '/a?b' }, 'p'],
    ['a path with a hash', { p: '/a#b' }, 'p'],
    ['a longer path', { p: `${PATH}x` }, 'p'],
    ['a visit', { s: undefined, c: KEY, i: 'id' }, { kind: 'visit', clickId: 'id', valueMicros: null }],
    ['a visit without a click', { s: undefined, c: 'k' }, { kind: 'visit', campaignKey: 'k', clickId: null }],
    ['what is neither', { s: undefined, c: 'k', e: 2 }, 'e'],
    ['a conversion of nothing', order, { kind: 'conversion', valueMicros: null, currency: '', orderId: '' }],
    [
      'one of nulls',
      { ...order, v: null, u: null, o: null },
      { valueMicros: null, currency: '', orderId: '' },
    ],
    ['an empty currency', { ...order, u: '' }, { currency: '' }],
    ['a currency', { ...order, u: 'eur' }, { currency: 'EUR' }],
    ['a shorter one', { ...order, u: 'eu' }, 'u'],
    ['a longer one', { ...order, u: 'euro' }, 'u'],
    ['another kind of one', { ...order, u: 840 }, 'u'],
    ['a value, rounded', { ...order, v: 0.1234565 }, { valueMicros: 123_457 }],
    ['one as a text', { ...order, v: '19.90' }, { valueMicros: 19_900_000 }],
    ['none that is worth anything', { ...order, v: 0 }, { valueMicros: 0 }],
    ['the largest', { ...order, v: 999_999_999.999999 }, { valueMicros: 999_999_999_999_999 }],
    ['a larger one', { ...order, v: 1_000_000_000 }, 'v'],
    ['one below', { ...order, v: -0.01 }, 'v'],
    ['a text that is none', { ...order, v: '1e3' }, 'v'],
    ['a number of an order', { ...order, o: 17 }, { orderId: '17' }],
    ['an order', { ...order, o: ` ${'ö'.repeat(32)} ` }, { orderId: 'ö'.repeat(32) }],
    ['a longer one', { ...order, o: `${'ö'.repeat(32)}x` }, 'o'],
    ['half a number', { ...order, o: 1.5 }, 'o'],
  ])('tells %s', (_what, given, expected) => {
    const body = JSON.stringify({ s: KEY, p: '/', ...given });
    const read = () => readCollected(body);
    if (typeof expected !== 'string') return expect(read()).toMatchObject(expected);
    expect(read).toThrow(expect.objectContaining({ name: 'CollectFault', field: expected }));
  });

  test.each(['', '[]', 'null', '1', '{'])('of %j is none', (body) => {
    expect(() => readCollected(body)).toThrow(expect.objectContaining({ field: 'body' }));
  });

  test('shows a path as people write it', () => {
    const pathOf = (p: string) => {
      const read = readCollected(JSON.stringify({ s: 'k', p }));
      return read.kind === 'view' ? read.path : '';
    };
    expect(pathOf('/l%C3%A4den/%2Fa')).toBe('/läden/%2Fa');
    expect(pathOf('/100%')).toBe('/100%');
    expect(pathOf('/a%00b')).toBe('/a%00b');
  });
});

test('snippets name the script and cannot be broken out of', () => {
  expect(websiteAnalyticsSnippet('https://ads.example/', 'k3y')).toBe(
    '<script async src="https://ads.example/analytics.js" data-site="k3y"></script>',
  );
  expect(campaignAnalyticsSnippet('https://ads.example', '"><b>')).toContain(
    '<script async src="https://ads.example/analytics.js" data-campaign="&quot;>&lt;b>"></script>',
  );
  expect(conversionSnippet('EUR')).toContain("currency: 'EUR'");
});
