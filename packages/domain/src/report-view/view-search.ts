import type { AddressSearch } from '../analytics/report-asked.ts';

/** What of a report's address makes a view; the page one has leafed to does not. */
export const VIEW_KEYS = [
  'range',
  'from',
  'to',
  'grain',
  'show',
  'by',
  'by2',
  'dated',
  'vs',
  'vsFrom',
  'vsTo',
  'chart',
  'filter',
  'sort',
  'search',
] as const;

export type ViewSearch = Partial<Record<(typeof VIEW_KEYS)[number], string>>;

export function viewSearchOf(address: AddressSearch): ViewSearch {
  const search: ViewSearch = {};
  for (const key of VIEW_KEYS) {
    const value = address[key];
    if (value !== undefined && value !== '') search[key] = value;
  }
  return search;
}

export function isSameView(one: AddressSearch, other: AddressSearch): boolean {
  return VIEW_KEYS.every((key) => (one[key] ?? '') === (other[key] ?? ''));
}
