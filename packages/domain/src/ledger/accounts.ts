/**
 * The ledger's accounts. Balances are seen from the network: money it owes or has earned is positive, money that
 * came from or went to the outside world stands in the clearing accounts with the opposite sign, and all
 * balances together are always 0.
 */
export const OWNED_ACCOUNT_KINDS = [
  'advertiser_wallet',
  'publisher_pending',
  'publisher_available',
  'payouts_in_flight',
] as const;
export const NETWORK_ACCOUNT_KINDS = [
  'network_revenue',
  'clearing_deposits',
  'clearing_payouts',
  'adjustments',
  'withheld_tax',
] as const;

export type OwnedAccountKind = (typeof OWNED_ACCOUNT_KINDS)[number];
export type NetworkAccountKind = (typeof NETWORK_ACCOUNT_KINDS)[number];
export type AccountKind = OwnedAccountKind | NetworkAccountKind;

/** Names an account without its row id: the owner for a user's account, none for the network's. */
export type AccountRef =
  | { readonly kind: OwnedAccountKind; readonly ownerId: number }
  | { readonly kind: NetworkAccountKind; readonly ownerId: null };

export function walletOf(advertiserId: number): AccountRef {
  return { kind: 'advertiser_wallet', ownerId: advertiserId };
}

export function pendingOf(publisherId: number): AccountRef {
  return { kind: 'publisher_pending', ownerId: publisherId };
}

export function availableOf(publisherId: number): AccountRef {
  return { kind: 'publisher_available', ownerId: publisherId };
}

export function payoutsInFlightOf(publisherId: number): AccountRef {
  return { kind: 'payouts_in_flight', ownerId: publisherId };
}

export function networkAccount(kind: NetworkAccountKind): AccountRef {
  return { kind, ownerId: null };
}

/** A user's accounts can't go below zero; the network's may. */
export function mayBeNegative(kind: AccountKind): boolean {
  return (NETWORK_ACCOUNT_KINDS as readonly AccountKind[]).includes(kind);
}

/** One text for one account, to group by. */
export function accountKey(account: AccountRef): string {
  return account.ownerId === null ? account.kind : `${account.kind}:${account.ownerId}`;
}
