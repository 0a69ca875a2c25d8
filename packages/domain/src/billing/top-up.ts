import type { Issue } from '../issue.ts';
import type { Micros } from '../micros.ts';
import { CARD_PAYMENT_MAX_MICROS } from './deposit-rules.ts';

/** Tries of one account in one day of its calendar: enough for a busy day, few enough that a fault empties no card. */
export const MAX_TOP_UPS_A_DAY = 5;

/** Why Placard switches automatic top-up off; the owner switches it on again. */
export const TOP_UP_STOPS = ['declined', 'authentication_required', 'no_card', 'refunded'] as const;
export type TopUpStop = (typeof TOP_UP_STOPS)[number];

export type TopUpSettings = { readonly thresholdMicros: Micros; readonly amountMicros: Micros };

export type TopUpIssueCode =
  | 'amount_too_small'
  | 'amount_too_large'
  | 'amount_whole_cents'
  | 'amount_invalid';

const MICROS_PER_CENT = 10_000n;

/**
 * What is wrong with "when the balance is below X, add Y". Y must be a deposit that the network takes. It need not lift
 * the balance above X: the next top-up does, up to the day's number.
 */
export function topUpIssues(settings: TopUpSettings, minDepositMicros: Micros): Issue<TopUpIssueCode>[] {
  const issues: Issue<TopUpIssueCode>[] = [];
  const { thresholdMicros, amountMicros } = settings;
  if (thresholdMicros <= 0n) issues.push({ field: 'threshold', code: 'amount_too_small' });
  if (thresholdMicros > CARD_PAYMENT_MAX_MICROS)
    issues.push({ field: 'threshold', code: 'amount_too_large' });
  if (amountMicros < minDepositMicros) issues.push({ field: 'amount', code: 'amount_too_small' });
  if (amountMicros > CARD_PAYMENT_MAX_MICROS) issues.push({ field: 'amount', code: 'amount_too_large' });
  if (amountMicros % MICROS_PER_CENT !== 0n) issues.push({ field: 'amount', code: 'amount_whole_cents' });
  return issues;
}

/** Whether it is time to add funds. `triesToday` counts failed ones too. */
export function isTopUpDue(input: {
  readonly balanceMicros: Micros;
  readonly thresholdMicros: Micros;
  readonly triesToday: number;
}): boolean {
  return input.balanceMicros < input.thresholdMicros && input.triesToday < MAX_TOP_UPS_A_DAY;
}
