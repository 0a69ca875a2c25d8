import type { ApiIssue } from '@placard/contract/error-catalogue';
import { issueMessage } from '@placard/contract/issue-messages';
import { formatMicros, type Micros } from '@placard/domain/micros';

/** The fault of an amount below the smallest deposit, which it names. */
export function amountTooSmall(settings: {
  readonly currency: string;
  readonly min_deposit_micros: Micros;
}): ApiIssue {
  const smallest = `${settings.currency} ${formatMicros(settings.min_deposit_micros)}`;
  const code = 'amount_too_small';
  return { path: 'amount', code, message: `${issueMessage(code)}: at least ${smallest}` };
}
