import { describe, expect, it } from 'vitest';
import {
  CLOSING_OBSTACLES,
  type ClosingFacts,
  closingObstacles,
  erasedFrom,
  mayErase,
  mayReopen,
} from './closing.ts';

const settled: ClosingFacts = {
  operator: false,
  openDeposits: 0,
  openRefunds: 0,
  openPayouts: 0,
  openCorrections: 0,
  walletMicros: 0n,
  availableMicros: 0n,
  pendingMicros: 0n,
  minPayoutMicros: 50_000_000n,
};

describe('what stands in the way of closing', () => {
  it('is nothing of a settled account, and each open thing by itself', () => {
    expect(closingObstacles(settled, 'owner')).toEqual([]);
    const open = { operator: true, openDeposits: 1, openRefunds: 1, openPayouts: 1, openCorrections: 1 };
    expect(closingObstacles({ ...settled, ...open }, 'owner')).toEqual(CLOSING_OBSTACLES.slice(0, 5));
    expect(closingObstacles({ ...settled, openPayouts: 1 }, 'owner')).toEqual(['payout_open']);
  });

  it('is earnings from the least payout on, pending and available together', () => {
    const earned = (availableMicros: bigint, pendingMicros: bigint) =>
      closingObstacles({ ...settled, availableMicros, pendingMicros }, 'owner');
    expect(earned(30_000_000n, 19_999_999n)).toEqual([]);
    expect(earned(30_000_000n, 20_000_000n)).toEqual(['earnings_due']);
    // Where everything can be paid, nothing at all is still nothing.
    expect(closingObstacles({ ...settled, minPayoutMicros: 0n }, 'operator')).toEqual([]);
    const least = { ...settled, minPayoutMicros: 0n, availableMicros: 1n, walletMicros: 1n };
    expect(closingObstacles(least, 'operator')).toEqual(['earnings_due', 'balance_due']);
  });

  it('is a wallet only for an operator, and only from what could be paid on', () => {
    const rich = { ...settled, walletMicros: 50_000_000n };
    expect(closingObstacles(rich, 'owner')).toEqual([]);
    expect(closingObstacles(rich, 'operator')).toEqual(['balance_due']);
    expect(closingObstacles({ ...rich, walletMicros: 49_999_999n }, 'operator')).toEqual([]);
  });
});

it('opens again for thirty days, to the millisecond', () => {
  const closed = new Date('2026-03-01T10:00:00Z');
  expect(erasedFrom(closed)).toEqual(new Date('2026-03-31T10:00:00Z'));
  expect(mayReopen(closed, new Date('2026-03-31T09:59:59.999Z'))).toBe(true);
  expect(mayReopen(closed, new Date('2026-03-31T10:00:00Z'))).toBe(false);
});

describe('erasing', () => {
  const due = { ...settled, givenUpMicros: 5n, walletMicros: 5n, availableMicros: 7n, uninvoiced: false };
  it('takes what was given up', () => expect(mayErase(due)).toBe(true));
  it.each([
    ['a wallet that holds more than was given up', { walletMicros: 6n }],
    ['earnings of a month that is not closed', { pendingMicros: 1n }],
    ['earnings that can be paid', { availableMicros: 50_000_000n }],
    ['charges without an invoice', { uninvoiced: true }],
    ['a payout under way', { openPayouts: 1 }],
  ])('waits for %s', (_what, facts) => expect(mayErase({ ...due, ...facts })).toBe(false));
});
