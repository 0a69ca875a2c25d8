import { describe, expect, it } from 'vitest';
import { approvalsNeeded, operatedBefore } from './approval.ts';

describe('how many operators a payout needs', () => {
  const needed = (amount: bigint, requestedUnderMicros: bigint, presentMicros: bigint) =>
    approvalsNeeded(amount, { requestedUnderMicros, presentMicros });

  it.each([
    [100n, 100n, 100n, 1],
    [101n, 100n, 100n, 2],
    [101n, 200n, 100n, 2],
    [101n, 100n, 200n, 2],
    [101n, 0n, 0n, 1],
    [101n, 0n, 100n, 2],
    [101n, 100n, 0n, 2],
    [1n, 1n, 1n, 1],
    [2n, 1n, 0n, 2],
  ] as const)('%d under limits of %d then and %d now: %d', (amount, then, now, operators) => {
    expect(needed(amount, then, now)).toBe(operators);
  });
});

it('takes as a second pair of eyes only who ran the network by the request', () => {
  const requested = new Date('2026-05-04T12:00:00.000Z');
  expect(operatedBefore(requested, requested)).toBe(true);
  expect(operatedBefore(new Date(requested.getTime() - 1), requested)).toBe(true);
  expect(operatedBefore(new Date(requested.getTime() + 1), requested)).toBe(false);
});
