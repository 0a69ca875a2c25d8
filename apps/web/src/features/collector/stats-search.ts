import type { TimeGrain } from '@placard/domain/analytics/metrics';
import { defaultGrain, grainsFor, rangeOf } from '@placard/domain/analytics/report-asked';
import { daysBetween } from '@placard/domain/day-bounds';
import { DEVICES } from '@placard/domain/targeting/places';
import { oneOf, readFilters, textParameter } from '../../lib/search/list-search.ts';
import { idParameter, type SearchRecord } from '../../lib/search/search-text.ts';

const MAX_PATH = 1_024;

/** So many of a kind are given, the most viewed. */
export const MOST_VIEWED = 100;

/** How the URL writes "none": a visitor who typed the address, a country that is unknown. */
export const NONE = '-';

const DEVICE_VALUES = ['unknown', ...DEVICES] as const;
const country = (text: string) => (text === NONE || /^[A-Z]{2}$/.test(text) ? text : undefined);

const filters = {
  website: idParameter,
  path: (text: string) => (text === '' || text.length > MAX_PATH ? undefined : text),
  referrer: textParameter,
  country,
  device: oneOf(DEVICE_VALUES),
};

/** What narrows everything down to one value each, by its name in the URL. */
export const NARROWING = ['path', 'referrer', 'country', 'device'] as const;
export type Narrowing = (typeof NARROWING)[number];

export type StatsAsked = {
  readonly from: string;
  readonly to: string;
  readonly grain: TimeGrain;
  readonly website: number | undefined;
  readonly narrowed: Partial<Record<Narrowing, string>>;
};

/** Whatever the URL holds, these are statistics that can be asked for. */
export function readStats(raw: SearchRecord, today: string): StatsAsked {
  const { from, to } = rangeOf(raw, today);
  const days = daysBetween(from, to);
  const { website, ...narrowed } = readFilters(filters, raw);
  return {
    from,
    to,
    grain: grainsFor(days).find((grain) => grain === raw.grain) ?? defaultGrain(days),
    website,
    narrowed,
  };
}

/** The input of the operation. */
export function statsInput({ from, to, grain, website, narrowed }: StatsAsked) {
  const plain = Object.entries(narrowed).map(([name, value]) => [name, value === NONE ? '' : value]);
  return {
    from,
    to,
    grain,
    compare: 'previous' as const,
    limit: MOST_VIEWED,
    ...(website === undefined ? {} : { websiteId: website }),
    ...(Object.fromEntries(plain) as { path?: string; referrer?: string; country?: string }),
    ...(narrowed.device === undefined
      ? {}
      : { device: oneOf(DEVICE_VALUES)(narrowed.device) ?? ('unknown' as const) }),
  };
}
