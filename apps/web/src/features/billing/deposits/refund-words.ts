import type { Refund } from '@placard/contract/billing';
import { disputeReason } from '@placard/domain/billing/dispute';
import { type TextKey, translator } from '../../../i18n/texts.ts';
import { disputeTexts } from '../../../kits/disputes/texts.ts';
import { depositTexts } from './texts.ts';

type FailureKey = TextKey<typeof depositTexts.english> & `refundFailure.${string}`;

/** Why a card gateway gave money back to us, by its codes. */
const FAILURES: Readonly<Record<string, FailureKey>> = {
  lost_or_stolen_card: 'refundFailure.cardLost',
  expired_or_canceled_card: 'refundFailure.cardEnded',
  charge_for_pending_refund_disputed: 'refundFailure.disputed',
  insufficient_funds: 'refundFailure.funds',
  declined: 'refundFailure.declined',
  merchant_request: 'refundFailure.cancelled',
  canceled: 'refundFailure.cancelled',
  unknown: 'refundFailure.unknown',
  failed: 'refundFailure.unknown',
};

/** Why money of a deposit went back, and why it did not arrive, in the reader's language; what is neither known is in its author's words. */
export function refundRemarks({
  origin,
  reason,
  failure,
}: Pick<Refund, 'origin' | 'reason' | 'failure'>): string[] {
  const t = translator(depositTexts);
  const why = origin === 'dispute' ? translator(disputeTexts)(`reason.${disputeReason(reason)}`) : reason;
  const failed = FAILURES[failure ?? ''];
  return [why, failed === undefined ? (failure ?? '') : t(failed)].filter((text) => text !== '');
}
