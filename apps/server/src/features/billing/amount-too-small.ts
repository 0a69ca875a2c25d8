import { formatMicros, type Micros } from '@placard/domain/micros';
import { refusalAt, type WordedIssue } from '../../api/app-error.ts';

/** The fault of an amount below the smallest deposit, which it names. */
export function amountTooSmall(settings: {
  readonly currency: string;
  readonly min_deposit_micros: Micros;
}): WordedIssue {
  return refusalAt('amount', {
    reason: 'amount_too_small',
    values: { amount: `${settings.currency} ${formatMicros(settings.min_deposit_micros)}` },
  });
}
