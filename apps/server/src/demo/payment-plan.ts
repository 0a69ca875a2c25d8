import type { TypedPaymentDetails } from '@placard/contract/payments';
import type { DemoAccountKey } from './demo-accounts.ts';

/** Accounts that exist nowhere but in documentation. */
const bank = (accountName: string, bankName: string, iban: string, swiftCode: string) =>
  ({
    type: 'bank_account',
    accountName,
    bankName,
    iban,
    swiftCode,
    accountNumber: '',
    routingNumber: '',
    bankAddress: '',
  }) as const satisfies TypedPaymentDetails;

export type ProfilePlan = {
  readonly owner: DemoAccountKey;
  readonly name: string;
  readonly details: TypedPaymentDetails;
};

/** The first of an owner is the default. */
export const PROFILES: readonly ProfilePlan[] = [
  {
    owner: 'harbour',
    name: 'Harbour current account',
    details: bank('Harbour News Ltd', 'Quayside Bank', 'GB29NWBK60161331926819', 'NWBKGB2L'),
  },
  {
    owner: 'harbour',
    name: 'Newsroom PayPal',
    details: { type: 'paypal', paypalEmail: 'accounts@harbour-news.example' },
  },
  {
    owner: 'trailhead',
    name: 'Trailhead checking',
    details: {
      ...bank('Trailhead Journal Inc', 'Mountain Savings', '', ''),
      accountNumber: '000123456789',
      routingNumber: '021000021',
    },
  },
  {
    owner: 'kitchentable',
    name: 'Compte principal',
    details: bank('Kitchen Table SARL', 'Banque du Marché', 'FR1420041010050500013M02606', ''),
  },
];

/** What was owed when they moved to this network: [owner, day, dollars]. */
export const BROUGHT_OVER: readonly (readonly [DemoAccountKey, number, number])[] = [
  ['harbour', -59, 460],
  ['trailhead', -59, 1_640],
  ['kitchentable', -59, 120],
];

export type PayoutPlan = {
  readonly owner: DemoAccountKey;
  /** Index among the owner's profiles. */
  readonly profile: number;
  readonly day: number;
  readonly amount: number;
  readonly end: 'completed' | 'rejected' | 'failed' | 'processing' | 'pending' | 'approved once';
  readonly reason?: string;
};

export const PAYOUTS: readonly PayoutPlan[] = [
  { owner: 'harbour', profile: 0, day: -52, amount: 80, end: 'completed' },
  {
    owner: 'harbour',
    profile: 1,
    day: -41,
    amount: 60,
    end: 'rejected',
    reason: 'The PayPal address belongs to another company. Please correct it.',
  },
  { owner: 'kitchentable', profile: 0, day: -38, amount: 70, end: 'completed' },
  {
    owner: 'harbour',
    profile: 1,
    day: -33,
    amount: 75,
    end: 'failed',
    reason: 'PayPal returned the transfer: the receiver has not accepted it.',
  },
  { owner: 'harbour', profile: 0, day: -20, amount: 95.5, end: 'completed' },
  { owner: 'harbour', profile: 0, day: -6, amount: 110, end: 'processing' },
  { owner: 'trailhead', profile: 0, day: -5, amount: 140, end: 'processing' },
  { owner: 'trailhead', profile: 0, day: -3, amount: 1_480, end: 'approved once' },
  { owner: 'harbour', profile: 0, day: -1, amount: 55, end: 'pending' },
];
