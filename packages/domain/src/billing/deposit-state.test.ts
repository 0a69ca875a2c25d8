import { expect, test } from 'vitest';
import { type DepositFacts, depositState } from './deposit-state.ts';

const PAGE: DepositFacts = {
  status: 'failed',
  gateway: 'stripe',
  bySavedCard: false,
  failureCode: 'not_finished',
};

test.each<[string, Partial<DepositFacts>]>([
  ['abandoned', {}],
  ['abandoned', { failureCode: 'not_begun' }],
  // A card was tried, or the gateway was asked to charge a saved one.
  ['failed', { failureCode: 'card_declined' }],
  ['failed', { failureCode: null }],
  ['failed', { bySavedCard: true }],
  ['failed', { gateway: 'manual' }],
  ['checkout', { status: 'pending', failureCode: null }],
  ['checkout', { status: 'pending', failureCode: null, bySavedCard: true }],
  ['pending', { status: 'pending', failureCode: null, gateway: 'manual' }],
  // Paid after all.
  ['confirmed', { status: 'confirmed' }],
  ['cancelled', { status: 'cancelled', failureCode: null }],
])('%s: %o', (state, change) => {
  expect(depositState({ ...PAGE, ...change })).toBe(state);
});
