import { expect, it } from 'vitest';
import { amountFault, depositInput, waysOfPaying } from './deposit-values.ts';

it('takes whole cents from the minimum to a million', () => {
  for (const amount of [10, 10.01, 25.5, 1_000_000, 19.99, 0.1 + 20])
    expect(amountFault(amount, 10)).toBeNull();
  expect(amountFault('', 10)).toBe('required');
  expect(amountFault(0, 10)).toBe('amount_too_small');
  expect(amountFault(-5, 10)).toBe('amount_too_small');
  expect(amountFault(9.99, 10)).toBe('belowMin');
  expect(amountFault(10.005, 10)).toBe('amount_whole_cents');
  expect(amountFault(1_000_000.01, 10)).toBe('amount_too_large');
});

const card = { id: 7, brand: 'visa', last4: '4242', expiresMonth: 4, expiresYear: 2029, isDefault: true };

it('offers saved cards first, then a new one, then the other ways', () => {
  expect(waysOfPaying({ gateways: ['manual', 'stripe', 'test_card'], paymentMethods: [card] })).toEqual([
    'card:7',
    'stripe',
    'manual',
    'test_card',
  ]);
  // The keys were taken away: what is saved cannot pay.
  expect(waysOfPaying({ gateways: ['manual'], paymentMethods: [card] })).toEqual(['manual']);
  expect(waysOfPaying({ gateways: [], paymentMethods: [] })).toEqual([]);
});

it('asks for a deposit by the way that was chosen', () => {
  const values = { amount: 25.5, saveCard: true } as const;
  expect(depositInput({ ...values, payBy: 'card:7' })).toEqual({
    amount: 25.5,
    gateway: 'stripe',
    cardId: 7,
  });
  expect(depositInput({ ...values, payBy: 'stripe' })).toEqual({
    amount: 25.5,
    gateway: 'stripe',
    saveCard: true,
  });
  expect(depositInput({ ...values, payBy: 'manual' })).toEqual({ amount: 25.5, gateway: 'manual' });
});
