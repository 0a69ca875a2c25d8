import { EU_COUNTRIES } from '@placard/domain/billing/tax';
import { expect, it } from 'vitest';
import { checkedVatNumber } from './vat-number.ts';

/** One of each member state whose check digits are right. */
const RIGHT: Readonly<Record<string, string>> = {
  AT: 'ATU13585627',
  BE: 'BE0428759497',
  BG: 'BG175074752',
  CY: 'CY10259033P',
  CZ: 'CZ25123891',
  DE: 'DE136695976',
  DK: 'DK13585628',
  EE: 'EE100931558',
  ES: 'ESB58378431',
  FI: 'FI20774740',
  FR: 'FR40303265045',
  GR: 'EL094259216',
  HR: 'HR33392005961',
  HU: 'HU12892312',
  IE: 'IE6433435F',
  IT: 'IT00743110157',
  LT: 'LT119511515',
  LU: 'LU15027442',
  LV: 'LV40003521600',
  MT: 'MT11679112',
  NL: 'NL004495445B01',
  PL: 'PL8567346215',
  PT: 'PT501964843',
  RO: 'RO18547290',
  SE: 'SE123456789701',
  SI: 'SI50223054',
  SK: 'SK2022749619',
};

it.each(EU_COUNTRIES)(
  'a number of %s is taken with its letters and without, and not without its first digits',
  (country) => {
    const number = RIGHT[country] ?? '';
    expect(checkedVatNumber(country, number)).toBe(number);
    expect(checkedVatNumber(country, number.slice(2))).toBe(number);
    expect(checkedVatNumber(country, `${number.slice(0, 2)} ${number.slice(2)}`)).toBe(number);
    expect(checkedVatNumber(country, `${number.slice(0, 2)}${number.slice(-1)}`)).toBe('invalid');
  },
);

it('a wrong check digit, and a number of another country, are none', () => {
  expect(checkedVatNumber('DE', 'DE136695977')).toBe('invalid');
  expect(checkedVatNumber('FR', 'DE136695976')).toBe('invalid');
});

it.each([
  ['BE', 'BE1000000021', 'BE1000000022'],
  ['IE', 'IE1234567FA', 'IE1234567GA'],
  ['IE', 'IE1234567OB', 'IE1234567PB'],
  ['NL', 'NL000099998B57', 'NL000099998B58'],
])('a number of %s of the forms that are given out lately is taken: %s, not %s', (country, right, wrong) => {
  expect(checkedVatNumber(country, right)).toBe(right);
  expect(checkedVatNumber(country, right.slice(2))).toBe(right);
  expect(checkedVatNumber(country, wrong)).toBe('invalid');
  expect(checkedVatNumber('FR', right)).toBe('invalid');
});

it('marks that cannot be seen, wide figures and dashes of all kinds are no part of it', () => {
  expect(checkedVatNumber('DE', '\u200eＤＥ136–695‑976\u202c')).toBe('DE136695976');
  expect(checkedVatNumber('GR', 'GR 094259216')).toBe('EL094259216');
});

it('elsewhere a number is taken as it was given; none is none', () => {
  expect(checkedVatNumber('CH', 'CHE-116.281.710 MWST')).toBe('CHE-116.281.710 MWST');
  expect(checkedVatNumber('US', '')).toBeNull();
  expect(checkedVatNumber('DE', ' ')).toBeNull();
});
