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

/** What is found by name or number. Of an ad set the campaign's page tells, of a widget the website's. */
export const FOUND_KINDS = [...RECORD_KINDS, 'ad_set', 'widget'] as const;
export type FoundKind = (typeof FOUND_KINDS)[number];

/** What an advertiser or publisher finds of their own. */
export const OWN_FOUND_KINDS = [
  'campaign',
  'ad_set',
  'creative',
  'website',
  'widget',
  'deposit',
  'payout',
  'document',
] as const satisfies readonly FoundKind[];

/** Characters of a name below which nearly all names would be found. */
export const SHORTEST_NAME_SEARCH = 2;

/** Whether there is something to look for: a part of a name, or a number, which may be a single digit. */
export function isRecordSearch(text: string): boolean {
  return text.length >= SHORTEST_NAME_SEARCH || /^[1-9]$/.test(text);
}
