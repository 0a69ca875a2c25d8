import fc from 'fast-check';
import { expect, it } from 'vitest';
import { partsOfAddress } from './address-parts.ts';

it('breaks an address between its parts', () => {
  expect(partsOfAddress('harbour-weather.example')).toEqual(['harbour-weather', '.example']);
  expect(partsOfAddress('owner@harbour.example')).toEqual(['owner@', 'harbour', '.example']);
  expect(partsOfAddress('https://quay.example/a/b.html')).toEqual([
    'https://',
    'quay',
    '.example/',
    'a/',
    'b',
    '.html',
  ]);
});

it('leaves sentences and what is empty as they are', () => {
  expect(partsOfAddress('Sent. Read it at a.example')).toEqual(['Sent. Read it at a.example']);
  expect(partsOfAddress('')).toEqual(['']);
});

it('leaves nothing out', () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom('a', '.', '@', '/', ' ', 'ä') }), (text) => {
      expect(partsOfAddress(text).join('')).toBe(text);
    }),
  );
});
