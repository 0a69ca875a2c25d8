import type { BillingSummary } from './use-billing.ts';

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
