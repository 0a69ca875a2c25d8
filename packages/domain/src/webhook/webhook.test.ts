import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ENDPOINT_URL_LIMIT, isEndpointUrl } from './event-types.ts';
import { MAX_TRIES, outcomeOf, pauseAfter } from './retry.ts';

const HOUR_MS = 3_600_000;
const randoms = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true });

describe('the pauses between tries', () => {
  it('go from 5 seconds to a day, never shrink, and end', () => {
    const bare = Array.from({ length: MAX_TRIES }, (_, index) => pauseAfter(index + 1, 0));
    const minutes = bare.map((pause) => (pause === null ? null : pause / 60_000));
    expect(minutes).toEqual([5 / 60, 0.5, 2, 10, 60, 240, 720, 1_440, 1_440, null]);
    const lasting = bare.filter((pause) => pause !== null);
    expect(lasting.toSorted((a, b) => a - b)).toEqual(lasting);
    const total = lasting.reduce((sum, pause) => sum + pause, 0);
    expect(total / HOUR_MS).toBeGreaterThan(60);
    expect(total / HOUR_MS).toBeLessThan(72);
  });

  it('are lengthened by up to a tenth, which sets apart what failed together', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: MAX_TRIES - 1 }), randoms, (tries, random) => {
        const [bare, found] = [pauseAfter(tries, 0) ?? 0, pauseAfter(tries, random) ?? 0];
        expect(found).toBeGreaterThanOrEqual(bare);
        expect(found).toBeLessThanOrEqual(bare * 1.1);
      }),
    );
    expect(pauseAfter(1, 0.99)).toBe(5_495);
  });
});

it('an answer of 2xx is a yes, 410 ends it, all else is tried again', () => {
  expect([200, 204, 299].map(outcomeOf)).toEqual(['delivered', 'delivered', 'delivered']);
  expect(outcomeOf(410)).toBe('gone');
  expect([null, 100, 199, 300, 301, 400, 404, 409, 411, 429, 500].map(outcomeOf)).toEqual(
    Array(11).fill('failed'),
  );
});

describe('the address of an endpoint', () => {
  it('is https, and carries nothing that would be left out of a call', () => {
    expect(isEndpointUrl('https://shop.example/hooks?from=placard')).toBe(true);
    expect(isEndpointUrl('HTTPS://shop.example/hooks')).toBe(true);
    for (const url of [
      'http://shop.example/hooks',
      'https://me:secret@shop.example/',
      'https://me@shop.example/',
      'https://shop.example:8443/',
      'https://shop.example/#part',
      'shop.example/hooks',
      'ftp://shop.example/',
      '',
      // A parser of addresses mends these without a word.
      'https:shop.example',
      'https:/shop.example',
      'https:\\\\shop.example',
      'https://shop.example\\hooks',
      'https://shop.example/\nhooks',
      'https://sh\top.example/',
      'https://shop.example/my hooks',
      'https://shop.example/\u202e',
      'https://shop.example/\u0000',
      'https://shop.example/\ud800',
    ])
      expect([url, isEndpointUrl(url)]).toEqual([url, false]);
  });

  it('has a longest length', () => {
    const url = (length: number) => `https://shop.example/${'x'.repeat(length - 21)}`;
    expect([isEndpointUrl(url(ENDPOINT_URL_LIMIT)), isEndpointUrl(url(ENDPOINT_URL_LIMIT + 1))]).toEqual([
      true,
      false,
    ]);
  });
});
