import type { Website } from '@placard/contract/websites';
import {
  isRetiredWebsiteCategory,
  type NamedWebsiteCategory,
  WEBSITE_CATEGORY_CODES,
} from '@placard/domain/website/categories';
import { TRAFFIC_MAX, TRAFFIC_MIN, type TrafficRange } from '@placard/domain/website/rules';
import { shownDomain } from '@placard/domain/website/unicode-domain';

import { type Amount, amountOf } from '../../kits/form/amount.ts';

/** A website as its form holds it. */
export type WebsiteValues = {
  domain: string;
  categories: NamedWebsiteCategory[];
  trafficRange: TrafficRange | 'custom' | null;
  customTraffic: Amount;
  separateCategories: boolean;
};

export const NEW_WEBSITE: WebsiteValues = {
  domain: '',
  categories: [],
  trafficRange: null,
  customTraffic: '',
  separateCategories: false,
};

export function websiteValuesOf(
  website: Pick<Website, 'domain' | 'categories' | 'trafficRange' | 'monthlyTraffic' | 'separateCategories'>,
): WebsiteValues {
  return {
    domain: shownDomain(website.domain),
    categories: [...website.categories],
    trafficRange: website.trafficRange ?? 'custom',
    customTraffic: website.trafficRange === null ? website.monthlyTraffic : '',
    separateCategories: website.separateCategories,
  };
}

export type TrafficInput = { range: TrafficRange } | { custom: number };

/** The preset or the number, whichever was chosen; `null` where there is none. */
export function trafficInput({ trafficRange, customTraffic }: WebsiteValues): TrafficInput | null {
  if (trafficRange === null) return null;
  if (trafficRange !== 'custom') return { range: trafficRange };
  const custom = amountOf(customTraffic);
  return custom === undefined ? null : { custom };
}

/** Codes by field. The contract's union of range and number can't say which of the two fields is at fault. */
export function trafficFaults(values: WebsiteValues): Record<string, string> {
  const traffic = trafficInput(values);
  if (traffic === null) {
    return { [values.trafficRange === 'custom' ? 'customTraffic' : 'trafficRange']: 'traffic_required' };
  }
  if ('range' in traffic) return {};
  const { custom } = traffic;
  const usable = Number.isInteger(custom) && custom >= TRAFFIC_MIN && custom <= TRAFFIC_MAX;
  return usable ? {} : { customTraffic: 'traffic_out_of_range' };
}

/** The server's path to the form's field. */
export function websiteField(path: string): string {
  if (path === 'traffic.custom') return 'customTraffic';
  if (path.startsWith('traffic')) return 'trafficRange';
  return path.startsWith('categories') ? 'categories' : path;
}

/** What can be chosen: the list, and what the website has kept from an older one. */
export function offeredCategories(had: readonly NamedWebsiteCategory[]): NamedWebsiteCategory[] {
  return [...WEBSITE_CATEGORY_CODES, ...had.filter(isRetiredWebsiteCategory)];
}
