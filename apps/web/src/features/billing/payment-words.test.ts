import { expect, it } from 'vitest';
import { cardExpiry, cardName, isExpired } from './payment-words.ts';

const card = { id: 1, brand: 'visa', last4: '4242', expiresMonth: 4, expiresYear: 2029, isDefault: true };

it('names a card by its brand and last digits', () => {
  expect(cardName(card)).toBe('Visa •••• 4242');
  expect(cardName({ brand: 'eftpos_au', last4: '0001' })).toBe('Eftpos_au •••• 0001');
  expect(cardExpiry(card)).toBe('04/2029');
});

it('takes a card for good until the end of its month', () => {
  expect(isExpired(card, new Date(2029, 3, 30))).toBe(false);
  expect(isExpired(card, new Date(2029, 4, 1))).toBe(true);
  expect(isExpired({ ...card, expiresMonth: 12 }, new Date(2029, 11, 31))).toBe(false);
  expect(isExpired({ ...card, expiresMonth: 12 }, new Date(2030, 0, 1))).toBe(true);
});
