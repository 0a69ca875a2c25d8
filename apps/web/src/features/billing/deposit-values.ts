import { DEPOSIT_MAX_DOLLARS } from '@placard/domain/billing/deposit-rules';
import { endsWithACent } from '@placard/domain/micros';
import { type Amount, amountOf, requiredAmount } from '../../kits/form/amount.ts';
import type { BillingSummary } from './use-billing.ts';

/** A way of paying: one of the gateways, or a saved card by its id. */
export type PayBy = BillingSummary['gateways'][number] | `card:${number}`;

export type DepositValues = { amount: Amount; payBy: PayBy; saveCard: boolean };

const ORDER = ['stripe', 'manual', 'test_card'] as const;

/** Ways of paying, the quickest first: saved cards (the default one leads), a new card, then the others. */
export function waysOfPaying(summary: Pick<BillingSummary, 'gateways' | 'paymentMethods'>): PayBy[] {
  const gateways = ORDER.filter((gateway) => summary.gateways.includes(gateway));
  if (!summary.gateways.includes('stripe')) return gateways;
  return [...summary.paymentMethods.map(({ id }): PayBy => `card:${id}`), ...gateways];
}

/** What the operation takes for a way of paying. */
export function depositInput({ amount: typed, payBy, saveCard }: DepositValues) {
  const amount = requiredAmount(typed);
  if (payBy.startsWith('card:')) {
    return {
      amount,
      gateway: 'stripe' as const,
      cardId: Number(payBy.slice('card:'.length)),
    };
  }
  const gateway = ORDER.find((each) => each === payBy) ?? 'manual';
  return { amount, gateway, ...(gateway === 'stripe' ? { saveCard } : {}) };
}

/** A rule's code, or `belowMin` where the installation asks for more. */
export function amountFault(amount: Amount, minDeposit: number): string | null {
  const value = amountOf(amount);
  if (value === undefined) return 'required';
  if (value <= 0) return 'amount_too_small';
  if (value > DEPOSIT_MAX_DOLLARS) return 'amount_too_large';
  if (!endsWithACent(value)) return 'amount_whole_cents';
  return value < minDeposit ? 'belowMin' : null;
}
