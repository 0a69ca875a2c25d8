import type { BillingSummary } from './use-billing.ts';

/** Ways of paying that the dialog can start; saved cards come with Stripe. */
export const DIALOG_GATEWAYS = ['manual', 'test_card'] as const;
export type DialogGateway = (typeof DIALOG_GATEWAYS)[number];

export type DepositValues = { amount: number | string; gateway: DialogGateway };

export function offeredGateways(summary: Pick<BillingSummary, 'gateways'>): DialogGateway[] {
  return DIALOG_GATEWAYS.filter((gateway) => summary.gateways.includes(gateway));
}

const MAX_DOLLARS = 1_000_000;
const MICROS = 1_000_000;
const MICROS_PER_CENT = 10_000;

/** A rule's code, or `belowMin` where the installation asks for more. */
export function amountFault(amount: number | string, minDeposit: number): string | null {
  const value = typeof amount === 'number' ? amount : amount.trim() === '' ? Number.NaN : Number(amount);
  if (Number.isNaN(value)) return 'required';
  if (value <= 0) return 'amount_too_small';
  if (value > MAX_DOLLARS) return 'amount_too_large';
  if (!Number.isInteger(Math.round(value * MICROS) / MICROS_PER_CENT)) return 'amount_whole_cents';
  return value < minDeposit ? 'belowMin' : null;
}
