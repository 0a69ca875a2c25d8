/** What has a page of its own in the operator's console. */
export const RECORD_KINDS = [
  'user',
  'account',
  'campaign',
  'creative',
  'website',
  'deposit',
  'payout',
  'document',
] as const;
export type RecordKind = (typeof RECORD_KINDS)[number];
