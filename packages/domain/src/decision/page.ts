import { NO_CATEGORY } from '../campaign/ad-categories.ts';

/** What a page shows already: one entry of each list for a place. */
export type PageShown = {
  readonly creativeIds: readonly number[];
  readonly advertiserIds: readonly number[];
  readonly categories: readonly string[];
};

export type PageRule = {
  /** The publisher's option: no two ads of one category on a page. */
  readonly separateCategories: boolean;
  /** Nobody else is left who may be shown: an advertiser may have another place. */
  readonly noOtherDemand: boolean;
};

/** A creative has one place of a page, whatever the demand. */
export function isOnPage(page: PageShown, creativeId: number): boolean {
  return page.creativeIds.includes(creativeId);
}

/**
 * Is an ad kept off a page by what stands on it? An advertiser has one place while there is other demand; a category one
 * where the publisher wants that. Campaigns that name no category compete with nobody.
 */
export function isKeptApart(
  page: PageShown,
  ad: { readonly advertiserId: number; readonly category: string },
  rule: PageRule,
): boolean {
  if (!rule.noOtherDemand && page.advertiserIds.includes(ad.advertiserId)) return true;
  return rule.separateCategories && ad.category !== NO_CATEGORY && page.categories.includes(ad.category);
}
