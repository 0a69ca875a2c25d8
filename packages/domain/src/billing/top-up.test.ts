import { expect, it } from 'vitest';
import { pauseAfterAttemptMs } from './check-schedule.ts';
import { isTopUpDue, MAX_TOP_UPS_A_DAY, topUpIssues } from './top-up.ts';

const MIN_DEPOSIT = 10_000_000n;
const codes = (thresholdMicros: bigint, amountMicros: bigint) =>
  topUpIssues({ thresholdMicros, amountMicros }, MIN_DEPOSIT).map((issue) => `${issue.field} ${issue.code}`);

it('takes a threshold above 0 and an amount that the network takes as a deposit', () => {
  expect(codes(20_000_000n, 100_000_000n)).toEqual([]);
  expect(codes(1n, 10_000_000n)).toEqual([]);
  expect(codes(0n, 9_990_000n)).toEqual(['threshold amount_too_small', 'amount amount_too_small']);
  expect(codes(1n, 10_005_000n)).toEqual(['amount amount_whole_cents']);
  expect(codes(10n ** 12n, 10n ** 12n)).toEqual(['threshold amount_too_large', 'amount amount_too_large']);
});

it('is due below the threshold, and not beyond the day’s number of tries', () => {
  const at = (balanceMicros: bigint, triesToday: number) =>
    isTopUpDue({ balanceMicros, thresholdMicros: 20_000_000n, triesToday });
  expect(at(20_000_000n, 0)).toBe(false);
  expect(at(19_999_999n, 0)).toBe(true);
  expect(at(0n, MAX_TOP_UPS_A_DAY - 1)).toBe(true);
  expect(at(0n, MAX_TOP_UPS_A_DAY)).toBe(false);
});

it('asks a gateway again after ever longer pauses, never beyond an hour', () => {
  const pauses = Array.from({ length: 30 }, (_, attempt) => pauseAfterAttemptMs(attempt));
  expect(pauses[0]).toBe(5_000);
  expect(pauses.every((pause, index) => index === 0 || pause >= (pauses[index - 1] ?? 0))).toBe(true);
  expect(pauses.at(-1)).toBe(3_600_000);
});
