import { expect, it } from 'vitest';
import { amountFault, offeredGateways } from './deposit-values.ts';

it('takes whole cents from the minimum to a million', () => {
  for (const amount of [10, 10.01, '25.5', 1_000_000, 19.99, 0.1 + 20])
    expect(amountFault(amount, 10)).toBeNull();
  expect(amountFault('', 10)).toBe('required');
  expect(amountFault(0, 10)).toBe('amount_too_small');
  expect(amountFault(-5, 10)).toBe('amount_too_small');
  expect(amountFault(9.99, 10)).toBe('belowMin');
  expect(amountFault(10.005, 10)).toBe('amount_whole_cents');
  expect(amountFault(1_000_000.01, 10)).toBe('amount_too_large');
});

it('offers the ways of paying that the dialog can start', () => {
  expect(offeredGateways({ gateways: ['stripe', 'test_card', 'manual'] })).toEqual(['manual', 'test_card']);
  expect(offeredGateways({ gateways: [] })).toEqual([]);
});
