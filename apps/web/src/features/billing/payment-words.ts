import { type TextKey, translator } from '../../i18n/texts.ts';
import { billingTexts } from './texts.ts';
import type { BillingSummary, Deposit } from './use-billing.ts';

type Card = BillingSummary['paymentMethods'][number];

const BRANDS: Readonly<Record<string, string>> = {
  amex: 'American Express',
  diners: 'Diners Club',
  discover: 'Discover',
  jcb: 'JCB',
  mastercard: 'Mastercard',
  unionpay: 'UnionPay',
  visa: 'Visa',
};

/** `Visa •••• 4242` */
export function cardName({ brand, last4 }: Pick<Card, 'brand' | 'last4'>): string {
  const name = BRANDS[brand] ?? brand.charAt(0).toUpperCase() + brand.slice(1);
  return `${name} •••• ${last4}`;
}

/** `04/2029` */
export function cardExpiry({ expiresMonth, expiresYear }: Card): string {
  return `${String(expiresMonth).padStart(2, '0')}/${expiresYear}`;
}

/** A card is good until the end of its month. */
export function isExpired({ expiresMonth, expiresYear }: Card, now: Date): boolean {
  return expiresYear * 12 + expiresMonth <= now.getFullYear() * 12 + now.getMonth();
}

type ReasonKey = TextKey<typeof billingTexts.english> & `reason.${string}`;

const REASONS: Readonly<Record<string, ReasonKey>> = {
  insufficient_funds: 'reason.insufficientFunds',
  expired_card: 'reason.expired',
  incorrect_cvc: 'reason.cvc',
  card_declined: 'reason.declined',
  generic_decline: 'reason.declined',
  do_not_honor: 'reason.declined',
  authentication_required: 'reason.authentication',
  payment_intent_authentication_failure: 'reason.notProved',
  processing_error: 'reason.processing',
  not_finished: 'reason.notFinished',
  not_begun: 'reason.notFinished',
};

/** Why a card payment failed, in the reader's language; for a rare code in the gateway's own words. */
export function failureWords({ code, text }: NonNullable<Deposit['failure']>): string {
  const key = REASONS[code];
  return key === undefined ? text : translator(billingTexts)(key);
}
