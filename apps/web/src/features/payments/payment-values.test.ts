import { newPaymentProfile } from '@placard/contract/payments';
import { expect, it } from 'vitest';
import type { Amount } from '../../kits/form/amount.ts';
import { detailsOf, emptyProfile, profileField, withdrawalFault } from './payment-values.ts';

it('bounds a withdrawal by minimum and balance, in whole cents', () => {
  const fault = (amount: Amount) => withdrawalFault(amount, { min: 50, max: 120.12 });
  expect(
    ['' as const, { typed: 'x', issue: 'amount_unreadable' } as const, 0, 50.005, 49.99, 120.13].map(fault),
  ).toEqual(['required', 'required', 'amount_too_small', 'amount_whole_cents', 'belowMin', 'tooMuch']);
  expect([50, 120.12, 77.7].map(fault)).toEqual([null, null, null]);
});

it('sends the details of the chosen type only, as the contract takes them', () => {
  const values = {
    ...emptyProfile(null),
    name: 'Main',
    paypalEmail: 'ada@company.test',
    iban: 'typed before',
  };
  const paypal = { name: 'Main', details: detailsOf({ ...values, type: 'paypal' }) };
  expect(newPaymentProfile.parse(paypal).details).toEqual({
    type: 'paypal',
    paypalEmail: 'ada@company.test',
  });
  const bank = detailsOf({
    ...values,
    accountName: 'Ada',
    bankName: 'Bank',
    iban: 'DE89 3704 0044 0532 0130 00',
  });
  expect(newPaymentProfile.parse({ name: 'Main', details: bank }).details).toMatchObject({
    iban: 'DE89370400440532013000',
  });
});

it('finds the field of a fault', () => {
  expect(['details.iban', 'name'].map(profileField)).toEqual(['iban', 'name']);
});

it('begins with what a profile is called and is of, and keeps its details until they are entered anew', () => {
  const profile = { name: 'Main', type: 'paypal' } as Parameters<typeof emptyProfile>[0];
  expect(emptyProfile(profile)).toMatchObject({ name: 'Main', type: 'paypal', replace: false, iban: '' });
  expect(emptyProfile(null)).toMatchObject({ name: '', type: 'bank_account', replace: true });
});
