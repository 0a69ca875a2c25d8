import type { IncomingMessage } from 'node:http';
import { describe, expect, test } from 'vitest';
import { hostOf, isPrefetch, pageHostOf, RequestHead } from './request-head.ts';

const COUNTRY = 'cf-ipcountry';

function read(headers: readonly (readonly [string, string])[], head = new RequestHead(COUNTRY)): RequestHead {
  const asked = { socket: { remoteAddress: '203.0.113.7' }, rawHeaders: headers.flat() };
  return head.read(asked as Partial<IncomingMessage> as IncomingMessage);
}

const ALL = [
  ['User-Agent', 'Browser/1'],
  ['Origin', 'https://a.example'],
  ['Referer', 'https://a.example/page'],
  ['Accept-Language', 'de'],
  ['X-Forwarded-For', '198.51.100.1'],
  ['Content-Length', '3'],
  ['Sec-Purpose', 'prefetch'],
  ['CF-IPCountry', 'FR'],
] as const;

describe('the headers of a request', () => {
  test('are those that are looked at, however they are written', () => {
    const expected = {
      ...{ userAgent: 'Browser/1', origin: 'https://a.example', referer: 'https://a.example/page' },
      ...{ acceptLanguage: 'de', forwardedFor: '198.51.100.1', contentLength: '3', country: 'FR' },
      ...{ purpose: ' prefetch', peer: '203.0.113.7' },
    };
    for (const written of [
      (name: string) => name,
      (name: string) => name.toLowerCase(),
      (name: string) => name.toUpperCase(),
    ])
      expect(read(ALL.map(([name, value]) => [written(name), value] as const))).toMatchObject(expected);
  });

  test('are of one request alone', () => {
    const head = read(ALL);
    expect({ ...read([], head) }).toEqual({ ...read([]) });
    const { peer: _, ...found } = { ...read([], head) };
    expect(Object.values(found).filter((value) => value !== '' && value !== COUNTRY)).toEqual([]);
  });

  test('count once, the first of them, but for addresses and purposes: of these all', () => {
    const twice = ALL.flatMap(([name, value]) => [
      [name, value] as const,
      [name.toLowerCase(), `${value}2`] as const,
    ]);
    const once = { ...read(ALL) };
    expect({ ...read(twice) }).toEqual({
      ...once,
      forwardedFor: '198.51.100.1,198.51.100.12',
      purpose: ' prefetch prefetch2',
    });
  });

  test('have a country only where one was configured', () => {
    expect(read(ALL, new RequestHead(null)).country).toBe('');
    expect(new RequestHead(null).names).not.toContain('');
    expect(new RequestHead(COUNTRY).names).toContain(COUNTRY);
  });

  test.each([
    ['Sec-Purpose', 'prefetch;prerender', true],
    ['Purpose', 'Prefetch', true],
    ['X-Purpose', 'preview', true],
    ['X-Moz', 'PRERENDER', true],
    ['Sec-Purpose', 'navigate', false],
    ['Sec-Fetch', 'prefetch', false],
  ])('say that nobody has asked for the page yet: %s: %s, %s', (name, value, isFetchedAhead) => {
    expect(isPrefetch(read([[name, value]]))).toBe(isFetchedAhead);
  });

  test.each([
    ['https://News.Example:8443', '', 'news.example'],
    ['https://news.example', 'https://other.example/', 'news.example'],
    ['https://news.example.', '', 'news.example'],
    ['', 'https://other.example.:8443/a', 'other.example'],
    ['null', 'https://other.example/a', 'other.example'],
    ['', 'https://other.example/a', 'other.example'],
    ['null', 'null', ''],
    ['', '', ''],
    ['nonsense', 'https://other.example/a', ''],
  ])('name the page by Origin %j and Referer %j: %j', (origin, referer, host) => {
    expect(pageHostOf({ origin, referer })).toBe(host);
  });

  test('name no host by what is no address', () => {
    for (const text of ['', 'null', 'data:text/html,x', 'http://']) expect(hostOf(text)).toBe('');
  });
});
