import { ISSUE_MESSAGES } from '@placard/contract/issue-messages';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatMoney } from '../../lib/format/number-format.ts';
import { amountOf, isUnread, optionalAmount, requiredAmount, unreadFaults } from './amount.ts';
import { NUMBER_KINDS, type NumberKindName, readAmount } from './read-amount.ts';

const money = (amount: number) => formatMoney(amount, 'USD');
const read = (typed: string, kind: NumberKindName) => readAmount(typed, kind, 'en', money, ['USD']);
const kinds = Object.keys(NUMBER_KINDS) as NumberKindName[];

describe('what is typed', () => {
  it.each([
    ['money', '-60', 'amount_negative'],
    ['money', '0.1234567', 'amount_decimals'],
    ['money', '1e3', 'amount_unreadable'],
    ['money', '9'.repeat(16), 'amount_too_large'],
    ['cents', '1.005', 'amount_whole_cents'],
    ['count', '-5', 'number_negative'],
    ['count', '1.5', 'number_not_whole'],
    ['count', '1e3', 'number_not_whole'],
    ['percent', '12.345', 'percent_invalid'],
    ['percent', '-1', 'percent_invalid'],
  ] as const)('as %s: %s breaks %s', (kind, typed, issue) => {
    expect(read(typed, kind)).toEqual({ typed, issue });
  });

  it('is empty, a number, or stays as it was typed with words of ours', () => {
    fc.assert(
      fc.property(fc.string(), fc.constantFrom(...kinds), (typed, kind) => {
        const amount = read(typed, kind);
        if (isUnread(amount)) {
          expect(amount.typed).toBe(typed);
          expect(Object.keys(ISSUE_MESSAGES)).toContain(amount.issue);
        } else expect(amount === '' || Number.isFinite(amount)).toBe(true);
      }),
    );
  });

  it('and shown again is the same number', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 999_999_999_999_999 }), (micros) => {
        expect(read(money(micros / 1e6), 'money')).toBe(micros / 1e6);
      }),
    );
  });
});

describe('what a form makes of it', () => {
  const wrong = { typed: '1e3', issue: 'number_not_whole' } as const;

  it('is never a number that nobody typed', () => {
    expect(amountOf(wrong)).toBeUndefined();
    expect(requiredAmount(wrong)).toBeNaN();
    expect(optionalAmount(wrong)).toBeNaN();
    expect(Number(wrong)).toBeNaN();
    expect([optionalAmount(''), requiredAmount(''), optionalAmount(0), amountOf(12.5)]).toEqual([
      null,
      Number.NaN,
      0,
      12.5,
    ]);
  });

  it('names each field that could not be read, however deep', () => {
    expect(unreadFaults({ name: 'a', bid: wrong, sizes: [null, { width: 20, height: wrong }] })).toEqual({
      bid: 'number_not_whole',
      'sizes.1.height': 'number_not_whole',
    });
  });

  it('knows only its own', () => {
    for (const other of [
      null,
      '',
      7,
      {},
      { typed: 'x' },
      { typed: 'x', issue: 'none' },
      { typed: 1, issue: 'required' },
    ])
      expect(isUnread(other)).toBe(false);
  });
});

it('is unread only as what was typed with the rule that it breaks', () => {
  const unread = { typed: '1e3', issue: 'number_not_whole' };
  expect(isUnread(unread)).toBe(true);
  const others = [null, undefined, '', '1e3', 7, {}, { typed: '1' }, { issue: unread.issue }];
  const wrong = [
    { ...unread, typed: 7 },
    { ...unread, issue: 'of_tomorrow' },
    { ...unread, issue: 7 },
  ];
  expect([...others, ...wrong].filter(isUnread)).toEqual([]);
});
