import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { daysLeft, LEAST_PACE_DAYS, PACE_DAYS } from './days-left.ts';

const left = (balance: bigint, spentByDay: readonly bigint[], spentTodayMicros = 0n) =>
  daysLeft({ balanceMicros: balance, spentTodayMicros, spentByDay });

describe('days of balance left', () => {
  it('are whole days at the mean of the days since spending began', () => {
    expect(left(40n, [0n, 0n, 0n, 0n, 10n, 10n, 10n])).toEqual({ kind: 'days', days: 4, of: 3 });
    expect(left(39n, [0n, 0n, 0n, 0n, 10n, 10n, 10n])).toEqual({ kind: 'days', days: 3, of: 3 });
  });

  it('count a day without spend among them', () => {
    expect(left(30n, [10n, 0n, 10n, 0n])).toEqual({ kind: 'days', days: 6, of: 4 });
  });

  it('look no further back than the window', () => {
    expect(left(70n, [1_000n, 10n, 10n, 10n, 10n, 10n, 10n, 10n])).toEqual({
      kind: 'days',
      days: 7,
      of: PACE_DAYS,
    });
  });

  it('are not foretold from fewer than three days', () => {
    expect(left(40n, [0n, 10n, 10n])).toEqual({ kind: 'too_early' });
    expect(left(40n, [10n, 10n, 10n])).toMatchObject({ kind: 'days' });
    expect(left(40n, [0n, 0n, 0n], 1n)).toEqual({ kind: 'too_early' });
  });

  it('are none to tell where nothing is spent, and none at all of an empty wallet', () => {
    expect(left(1n, [0n, 0n, 0n])).toEqual({ kind: 'idle' });
    expect(left(1n, [])).toEqual({ kind: 'idle' });
    expect(left(0n, [10n, 10n, 10n])).toEqual({ kind: 'empty' });
    expect(left(1n, [10n, 10n, 10n])).toEqual({ kind: 'days', days: 0, of: 3 });
  });

  it('pay for themselves and not for a day more; more balance never lasts shorter', () => {
    const micros = fc.bigInt({ min: 0n, max: 10n ** 13n });
    fc.assert(
      fc.property(micros, fc.array(micros, { maxLength: 12 }), micros, (balance, days, more) => {
        const found = left(balance, days);
        if (found.kind !== 'days') return;
        expect(found.of).toBeGreaterThanOrEqual(LEAST_PACE_DAYS);
        const spent = days.slice(-found.of).reduce((sum, day) => sum + day, 0n);
        expect(BigInt(found.days) * spent <= balance * BigInt(found.of)).toBe(true);
        expect(BigInt(found.days + 1) * spent > balance * BigInt(found.of)).toBe(true);
        expect(left(balance + more, days)).toMatchObject({ kind: 'days' });
        expect(left(balance + more, days)).toHaveProperty(
          'days',
          expect.toSatisfy((later: number) => later >= found.days),
        );
      }),
    );
  });
});
