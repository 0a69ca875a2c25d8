import type { Deposit } from '@placard/contract/billing';
import { type TextKey, translator } from '../../i18n/texts.ts';
import { depositFailureTexts } from './texts.ts';

type DepositFailure = NonNullable<Deposit['failure']>;
type ReasonKey = TextKey<typeof depositFailureTexts.english>;

const REASONS: Readonly<Record<string, ReasonKey>> = {
  insufficient_funds: 'insufficientFunds',
  expired_card: 'expired',
  incorrect_cvc: 'cvc',
  card_declined: 'declined',
  generic_decline: 'declined',
  do_not_honor: 'declined',
  authentication_required: 'authentication',
  payment_intent_authentication_failure: 'notProved',
  processing_error: 'processing',
  not_finished: 'notFinished',
  not_begun: 'notFinished',
};

/** Why a card payment failed, in the reader's language; for a rare code in the gateway's own words. */
export function failureWords({ code, text }: DepositFailure): string {
  const key = REASONS[code];
  return key === undefined ? text : translator(depositFailureTexts)(key);
}
