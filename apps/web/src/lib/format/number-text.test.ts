import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { affixesOf, readNumber } from './number-text.ts';

const LOCALES = ['en', 'en-XA', 'de', 'fr', 'de-CH', 'es', 'pl', 'hi', 'ar-EG', 'sv'] as const;
const MONEY = { decimals: 6, affixes: ['$', 'USD'] };
const CENTS = { ...MONEY, decimals: 2 };
const COUNT = { decimals: 0, affixes: ['px'] };
const NOTATIONS = [MONEY, CENTS, COUNT] as const;

describe('what is understood', () => {
  it.each([
    ['60', 60],
    ['$50.00', 50],
    [' $ 1,000.00 ', 1000],
    ['1,000', 1000],
    ['1000.5', 1000.5],
    ['USD 12', 12],
    ['12 USD', 12],
    ['.5', 0.5],
    ['5.', 5],
    ['007', 7],
    ['0.002345', 0.002345],
    ['1.5000000', 1.5],
    ['999,999,999.999999', 999_999_999.999999],
  ])('%s', (text, value) => {
    expect(readNumber(text, 'en', MONEY)).toEqual({ value });
  });

  it.each([
    ['de', '1.000,50'],
    ['fr', '1\u202f000,50'],
    ['fr', '1 000,50'],
    ['de-CH', "1'000.50"],
    ['es', '1.000,50'],
    ['hi', '1,000.50'],
    ['ar-EG', '١٬٠٠٠٫٥٠'],
  ])('in %s: %s', (locale, text) => {
    expect(readNumber(text, locale, MONEY)).toEqual({ value: 1000.5 });
  });

  it('nothing, also where only the currency was left', () => {
    for (const text of ['', '   ', '$', '\u00a0'])
      expect(readNumber(text, 'en', MONEY)).toEqual({ empty: true });
  });
});

describe('what is refused', () => {
  it.each(['-60', '−60', '–60', '$-60', '-$60', '60-', '(60)', '- 1,000.00', '-0'])('a sign: %s', (text) => {
    expect(readNumber(text, 'en', MONEY)).toEqual({ fault: 'negative' });
  });

  it.each([
    '1e3',
    '1E3',
    '0x10',
    'Infinity',
    'NaN',
    '1,5',
    '1,50',
    '1.2.3',
    '1,0000',
    '10,00',
    '0,001',
    '--5',
  ])('what could be another number: %s', (text) => {
    expect(readNumber(text, 'en', MONEY)).toEqual({ fault: 'unreadable' });
    expect(readNumber(text, 'en', COUNT)).toEqual({ fault: 'unreadable' });
  });

  it.each(['1$50.00', '5 0', '60 dollars', '+60', 'twelve', '-', '-x', '.', '€5'])(
    'anything else: %s',
    (text) => {
      expect(readNumber(text, 'en', MONEY)).toEqual({ fault: 'unreadable' });
    },
  );

  it('more decimals than the field takes, on both sides of the bound', () => {
    expect(readNumber('0.123456', 'en', MONEY)).toEqual({ value: 0.123456 });
    expect(readNumber('0.1234567', 'en', MONEY)).toEqual({ fault: 'decimals' });
    expect(readNumber('1.25', 'en', CENTS)).toEqual({ value: 1.25 });
    expect(readNumber('1.255', 'en', CENTS)).toEqual({ fault: 'decimals' });
    expect(readNumber('1.0', 'en', COUNT)).toEqual({ value: 1 });
    expect(readNumber('1.5', 'en', COUNT)).toEqual({ fault: 'decimals' });
  });

  it('more digits than a number keeps exactly, on both sides of the bound', () => {
    expect(readNumber('9'.repeat(15), 'en', COUNT)).toEqual({ value: 999_999_999_999_999 });
    expect(readNumber('9'.repeat(16), 'en', COUNT)).toEqual({ fault: 'too_large' });
    expect(readNumber(`${'0'.repeat(20)}5`, 'en', COUNT)).toEqual({ value: 5 });
    expect(readNumber('9'.repeat(100_000), 'en', COUNT)).toEqual({ fault: 'unreadable' });
  });
});

const amount = fc.integer({ min: 0, max: 999_999_999_999_999 }).map((micros) => micros / 1_000_000);

describe('laws', () => {
  it('reads back whatever the language shows, with and without groups and currency', () => {
    fc.assert(
      fc.property(
        amount,
        fc.constantFrom(...LOCALES),
        fc.boolean(),
        fc.boolean(),
        (value, locale, money, group) => {
          const format = new Intl.NumberFormat(locale, {
            ...(money ? { style: 'currency', currency: 'EUR' } : {}),
            useGrouping: group,
            maximumFractionDigits: 6,
          });
          const affixes = affixesOf((each) => format.format(each));
          expect(readNumber(format.format(value), locale, { decimals: 6, affixes })).toEqual({ value });
        },
      ),
    );
  });

  it('never makes another number of what was typed: its digits are those of the text, in their order', () => {
    const typed = fc.string({ unit: fc.constantFrom(...'0123456789.,-−()e$ \u00a0x'), maxLength: 14 });
    fc.assert(
      fc.property(typed, fc.constantFrom(...NOTATIONS), (text, notation) => {
        const reading = readNumber(text, 'en', notation);
        if (!('value' in reading)) return;
        expect(text).not.toMatch(/[-−(e]/);
        const [whole = '', fraction = ''] = text.replace(/[^\d.]/g, '').split('.');
        expect(reading.value).toBe(Number(`${whole}.${fraction}`));
        expect(fraction.replace(/0+$/, '').length).toBeLessThanOrEqual(notation.decimals);
      }),
      { numRuns: 2_000 },
    );
  });

  it('answers to any text at all', () => {
    fc.assert(
      fc.property(fc.string(), fc.constantFrom(...LOCALES), (text, locale) => {
        expect(Object.keys(readNumber(text, locale, MONEY))).toHaveLength(1);
      }),
    );
  });
});

it('knows what stands around the figures, in each plural', () => {
  expect(affixesOf((value) => `${value} ${value === 1 ? 'time' : 'times'}`)).toEqual(['times', 'time']);
  expect(affixesOf((value) => `$${value.toFixed(2)}`)).toEqual(['$']);
  expect(affixesOf(String)).toEqual([]);
});
