import type { RecordKind } from './record.ts';

const LISTS: Readonly<Record<RecordKind, string>> = {
  user: '/operator/users',
  account: '/operator/accounts',
  campaign: '/operator/campaigns',
  creative: '/operator/creatives',
  website: '/operator/websites',
  deposit: '/operator/deposits',
  payout: '/operator/payouts',
  document: '/operator/documents',
};

/** Where the operator finds a record. */
export function recordPath(kind: RecordKind, id: number): string {
  return `${LISTS[kind]}/${id}`;
}
