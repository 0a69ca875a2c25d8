import { expect, it } from 'vitest';
import { failureWords } from './failure-words.ts';

it('says why a card was declined, in our words where there are some', () => {
  expect(failureWords({ code: 'insufficient_funds', text: 'x' })).toBe('The card has not enough money.');
  expect(failureWords({ code: 'currency_not_supported', text: 'Not in this currency.' })).toBe(
    'Not in this currency.',
  );
});
