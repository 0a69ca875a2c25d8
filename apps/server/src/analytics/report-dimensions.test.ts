import { DEVICE_CODES } from '@placard/contract/wire/decision-token';
import { TALLY_OUTCOMES } from '@placard/domain/decision/tally-outcomes';
import { FILTER_REASONS } from '@placard/domain/filter-reason';
import { describe, expect, it } from 'vitest';
import { comparable, dimensionSql, ReportFilterError, wordOf } from './report-dimensions.ts';

/** The type by which a dimension is compared: what a filter is read with. */
const read = (dimension: Parameters<typeof comparable>[0], value: string) =>
  comparable(dimension, dimensionSql(false, dimension).type, value);
const refused = (dimension: Parameters<typeof comparable>[0], value: string) => {
  try {
    return read(dimension, value);
  } catch (error) {
    return error instanceof ReportFilterError ? [error.name, error.dimension, error.message] : error;
  }
};
const saying = (dimension: string, value: string) => [
  ...['ReportFilterError', dimension, `${JSON.stringify(value)} is no value of ${dimension}`],
];

describe('the value of a filter', () => {
  it('is a number that a column can have', () => {
    expect([read('campaign', '0'), read('campaign', '4294967295'), read('hourOfDay', '23')]).toEqual([
      ...[0, 4_294_967_295, 23],
    ]);
    for (const value of ['4294967296', '00000000001', '', '-1', '1.5', '1e3', ' 1', 'x'])
      expect(refused('campaign', value)).toEqual(saying('campaign', value));
  });

  it('is a day that there is', () => {
    expect([read('date', '2026-05-31'), read('date', '2028-02-29')]).toEqual(['2026-05-31', '2028-02-29']);
    for (const value of ['2026-02-29', '2026-04-31', '2026-13-01', '0000-00-00', '2026-5-1', 'today', ''])
      expect(refused('date', value)).toEqual(saying('date', value));
  });

  it('is the code of a word, or the text itself', () => {
    expect([read('device', 'mobile'), read('reason', 'bot'), read('outcome', 'floor')]).toEqual([
      ...[DEVICE_CODES.mobile, FILTER_REASONS.bot.code, TALLY_OUTCOMES.floor],
    ]);
    for (const dimension of ['device', 'reason', 'outcome'] as const) {
      for (const value of ['1', 'constructor', 'toString', ''])
        expect(refused(dimension, value)).toEqual(saying(dimension, value));
    }
    expect([read('country', ''), read('country', 'DE'), read('language', 'de')]).toEqual(['', 'DE', 'de']);
    expect([read('size', '300x250'), read('size', '0x0')]).toEqual(['300x250', '0x0']);
  });

  it.each([
    ['hourOfDay', ['24', '99', '-1', '1.5', '']],
    ['weekday', ['0', '8', '99', 'Monday', '']],
    ['country', ['de', 'Germany', 'D', ' ', "D'"]],
    ['language', ['DE', 'de-AT', 'd', "d'e"]],
    ['size', ['300', '300 x 250', '-1x2', '300X250', '']],
  ] as const)('is none that %s cannot have: no row would ever have it', (dimension, values) => {
    for (const value of values) expect(refused(dimension, value)).toEqual(saying(dimension, value));
  });
});

it('the word of a code is told, of one that this release does not know none is, others are their own', () => {
  expect([wordOf('device', String(DEVICE_CODES.mobile)), wordOf('outcome', '250')]).toEqual(['mobile', '']);
  expect([wordOf('reason', String(FILTER_REASONS.bot.code)), wordOf('reason', '250')]).toEqual(['bot', '']);
  expect([wordOf('country', 'DE'), wordOf('campaign', '1')]).toEqual(['DE', '1']);
});
