export const DEPOSIT_STATUSES = ['pending', 'confirmed', 'failed', 'cancelled'] as const;
export type DepositStatus = (typeof DEPOSIT_STATUSES)[number];

/** A deposit as people speak of it: what waits for the operator is something else than a page that a payer left open. */
export const DEPOSIT_STATES = [
  'pending',
  'checkout',
  'confirmed',
  'failed',
  'abandoned',
  'cancelled',
] as const;
export type DepositState = (typeof DEPOSIT_STATES)[number];

/** Why a card deposit ended without anybody having tried to pay. */
export const ABANDONED_CODES: readonly string[] = ['not_finished', 'not_begun'];

export type DepositFacts = {
  readonly status: DepositStatus;
  readonly gateway: 'manual' | 'stripe' | 'test_card';
  /** By a saved card: the gateway was asked to charge it, nobody was sent to its page. */
  readonly bySavedCard: boolean;
  readonly failureCode: string | null;
};

/**
 * `pending`: the operator waits for the money. `checkout`: the payer or the card gateway decides; there is nothing for the
 * operator to do. `abandoned`: the gateway's page was over, and no card was tried.
 */
export function depositState({ status, gateway, bySavedCard, failureCode }: DepositFacts): DepositState {
  if (status === 'pending') return gateway === 'stripe' ? 'checkout' : 'pending';
  const wasLeft = gateway === 'stripe' && !bySavedCard && ABANDONED_CODES.includes(failureCode ?? '');
  return status === 'failed' && wasLeft ? 'abandoned' : status;
}
