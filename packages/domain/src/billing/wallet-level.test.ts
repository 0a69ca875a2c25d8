import { expect, test } from 'vitest';
import { WALLET_DAYS_COVERED, walletFallOf, walletLevelOf } from './wallet-level.ts';

test.each([
  [-1n, 'empty'],
  [0n, 'empty'],
  [1n, 'low'],
  [49n, 'low'],
  [50n, 'above'],
] as const)('a balance of %s is %s where 50 is the threshold', (balanceMicros, level) => {
  expect(walletLevelOf({ balanceMicros, thresholdMicros: 50n })).toBe(level);
});

test('nothing is low without a threshold', () => {
  expect(walletLevelOf({ balanceMicros: 1n, thresholdMicros: 0n })).toBe('above');
  expect(WALLET_DAYS_COVERED).toBe(2);
});

test('steps down are told, and no others', () => {
  const levels = ['above', 'low', 'empty'] as const;
  expect(levels.map((before) => levels.map((level) => walletFallOf(before, level)))).toEqual([
    [null, 'low', 'empty'],
    [null, null, 'empty'],
    [null, null, null],
  ]);
});
