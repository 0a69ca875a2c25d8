import { expect, it } from 'vitest';
import { addressLines, isAddress, missingOfSeller, normalVatNumber, vatPrefix } from './party.ts';

it.each([
  ['DE', ' de 136 695 976 ', 'DE136695976'],
  ['DE', '136.695.976', 'DE136695976'],
  ['FR', 'DE136695976', 'DE136695976'],
  ['GR', '094259216', 'EL094259216'],
  ['GR', 'EL094259216', 'EL094259216'],
  ['GR', 'gr 094259216', 'EL094259216'],
  ['DE', '\u200eＤＥ136–695‑976\u202c', 'DE136695976'],
  ['CH', ' CHE-116.281.710 MWST ', 'CHE-116.281.710 MWST'],
  ['DE', '  ', null],
  ['US', '', null],
])('a VAT number of %s written %j is %s', (country, text, normal) => {
  expect(normalVatNumber(country, text)).toBe(normal);
});

it('only countries of the EU have letters of their own here', () => {
  expect(['AT', 'GR', 'CH', 'GB', ''].map(vatPrefix)).toEqual(['AT', 'EL', null, null, null]);
});

it('an address has up to six lines that show all that is in them', () => {
  expect(addressLines(' Torstr. 1 \r\n\n 10119 Berlin\n')).toEqual(['Torstr. 1', '10119 Berlin']);
  expect(isAddress('1\n2\n3\n4\n5\n6')).toBe(true);
  expect(isAddress('1\n2\n3\n4\n5\n6\n7')).toBe(false);
  expect(isAddress('1\n2\n3\n4\n5\n6\n \n')).toBe(true);
  expect(isAddress('Torstr. 1\u202e')).toBe(false);
});

it('a seller is named whole, or not at all', () => {
  const nothing = {
    sellerName: '',
    sellerAddress: ' ',
    sellerCountry: '',
    sellerRegistration: '',
    sellerVatNumber: '',
    taxRates: [],
  };
  const all = ['sellerName', 'sellerAddress', 'sellerCountry'];
  expect(missingOfSeller(nothing)).toEqual([]);
  expect(missingOfSeller({ ...nothing, taxRates: [{}] })).toEqual(all);
  expect(missingOfSeller({ ...nothing, sellerVatNumber: 'DE136695976' })).toEqual(all);
  expect(missingOfSeller({ ...nothing, sellerName: 'Lantern', sellerCountry: 'DE' })).toEqual([
    'sellerAddress',
  ]);
});
