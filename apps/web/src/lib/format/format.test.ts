import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import {
  formatBytes,
  formatCompact,
  formatMean,
  formatMoney,
  formatMoneyCents,
  formatMoneyShort,
  formatPercent,
  moneyParts,
} from './number-format.ts';
import {
  addDays,
  dayIn,
  formatDate,
  formatDateTime,
  formatRelative,
  formatSpan,
  formatZone,
} from './time-format.ts';

describe('numbers', () => {
  it('shows money exactly, to the micro, and never less than cents', () => {
    expect(formatMoney(12.5, 'USD')).toBe('$12.50');
    expect(formatMoney(0.002345, 'USD')).toBe('$0.002345');
    expect(formatMoney(-99.998, 'USD')).toBe('-$99.998');
    expect(formatMoney(1234567.891234, 'EUR')).toBe('€1,234,567.891234');
  });

  it('parts what is below a cent from the amount, and loses nothing of it', () => {
    expect(moneyParts(1234.5678, 'USD')).toEqual({ cents: '$1,234.56', belowCents: '78', end: '' });
    expect(moneyParts(12.5, 'USD')).toEqual({ cents: '$12.50', belowCents: '', end: '' });
    expect(moneyParts(-0.002345, 'USD')).toEqual({ cents: '-$0.00', belowCents: '2345', end: '' });
    fc.assert(
      fc.property(fc.integer({ min: -1e12, max: 1e12 }), (micros) => {
        const { cents, belowCents, end } = moneyParts(micros / 1e6, 'USD');
        expect(cents + belowCents + end).toBe(formatMoney(micros / 1e6, 'USD'));
        expect(cents).toMatch(/\.\d\d$/);
      }),
    );
  });

  it('never shows more than there is, and nothing only of nothing', () => {
    expect(formatMoneyCents(567.455_76, 'USD')).toBe('$567.45');
    expect(formatMoneyCents(0.29, 'USD')).toBe('$0.29');
    expect(formatMoneyCents(0.009_999, 'USD')).toBe('<$0.01');
    expect(formatMoneyCents(-0.009_999, 'USD')).toBe('>-$0.01');
    expect(formatMoneyCents(0, 'USD')).toBe('$0.00');
    expect(formatMoneyCents(-99.998, 'USD')).toBe('-$99.99');
    expect(formatMoneyCents(12_345.678, 'USD')).toBe('$12,345.67');
  });

  it('shows one number of decimals in a column, the cents of the exact amount, and the same on a card', () => {
    fc.assert(
      fc.property(fc.integer({ min: -1e12, max: 1e12 }), (micros) => {
        const dollars = micros / 1e6;
        const column = formatMoneyCents(dollars, 'USD');
        expect(column).toMatch(/\.\d\d$/);
        const part = Math.abs(micros) >= 10_000 || micros === 0 ? moneyParts(dollars, 'USD').cents : null;
        if (part !== null) expect(column).toBe(part);
        if (Math.abs(dollars) < 10_000) expect(formatMoneyShort(dollars, 'USD')).toBe(column);
      }),
    );
  });

  it('shortens for cards', () => {
    expect(formatMoneyShort(12_345, 'USD')).toBe('$12.3K');
    expect(formatMoneyShort(999.999, 'USD')).toBe('$999.99');
    expect(formatCompact(9_999)).toBe('9,999');
    expect(formatCompact(1_234_567)).toBe('1.2M');
    expect(formatPercent(0.1234)).toBe('12.3%');
    expect(formatPercent(0.00123)).toBe('0.12%');
    expect(formatPercent(0.00005)).toBe('0.01%');
    expect([0, 0.00004, -0.00004, 1e-12].map(formatPercent)).toEqual(['0%', '<0.01%', '>-0.01%', '<0.01%']);
    // Digits stand below each other; whole percents need none.
    expect([0.97031, 0.0852, 0.085].map(formatPercent)).toEqual(['97.0%', '8.52%', '8.50%']);
    expect([0.07, 0.7, 1, 6].map(formatPercent)).toEqual(['7%', '70%', '100%', '600%']);
    expect([0, 0.004, 0.005, 1.2, 12].map(formatMean)).toEqual(['0.00', '<0.01', '0.01', '1.20', '12.00']);
    expect(formatBytes(5 * 1024 * 1024)).toBe('5 MB');
    expect([0, 1, 1023, 1024].map(formatBytes)).toEqual(['0 bytes', '1 byte', '1,023 bytes', '1 kB']);
  });
});

describe('times', () => {
  it('keeps a plain day the same day in every zone', () => {
    expect(formatDate('2026-03-01', 'Pacific/Kiritimati')).toBe('Mar 1, 2026');
    expect(formatDate('2026-03-01', 'Pacific/Pago_Pago')).toBe('Mar 1, 2026');
  });

  it("shows instants in the account's zone", () => {
    expect(formatDateTime('2026-03-01T23:30:00Z', 'Europe/Berlin')).toBe('Mar 2, 2026, 00:30');
    expect(dayIn('Asia/Tokyo', Date.parse('2026-03-01T16:00:00Z'))).toBe('2026-03-02');
    expect(formatZone('America/New_York', Date.parse('2026-07-01T00:00:00Z'))).toBe(
      'America/New York (GMT-4)',
    );
  });

  it('tells the day by its parts, in whatever order a browser writes them', () => {
    const written = vi.spyOn(Intl.DateTimeFormat.prototype, 'formatToParts').mockReturnValue([
      { type: 'day', value: '02' },
      { type: 'literal', value: '/' },
      { type: 'year', value: '2026' },
      { type: 'literal', value: '/' },
      { type: 'month', value: '03' },
    ]);
    expect(dayIn('Asia/Seoul', 0)).toBe('2026-03-02');
    written.mockRestore();
  });

  it('counts days over changes of the clock and of the year', () => {
    expect(addDays('2026-03-28', 2)).toBe('2026-03-30');
    expect(addDays('2026-12-31', 1)).toBe('2027-01-01');
    expect(addDays('2026-03-01', -1)).toBe('2026-02-28');
  });

  it('tells distances', () => {
    const nowMs = Date.parse('2026-03-10T12:00:00Z');
    expect(formatRelative('2026-03-07T12:00:00Z', nowMs)).toBe('3 days ago');
    expect(formatRelative('2026-03-10T14:00:00Z', nowMs)).toBe('in 2 hours');
    expect(formatRelative('2026-03-10T12:00:10Z', nowMs)).toBe('now');
  });

  it('names a span in whole units of the largest that fits', () => {
    expect(formatSpan(59_999)).toBe('59 sec');
    expect(formatSpan(60_000)).toBe('1 min');
    expect(formatSpan(86_400_000 - 1)).toBe('23 hr');
    expect(formatSpan(86_400_000)).toBe('1 day');
    expect(formatSpan(-1)).toBe('0 sec');
  });
});
