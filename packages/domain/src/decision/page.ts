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
  /** So many places an advertiser may have already: none, until nobody is left who has fewer. */
  readonly mostPlaces: number;
};

/** A creative has one place of a page, whatever the demand. */
export function isOnPage(page: PageShown, creativeId: number): boolean {
  return page.creativeIds.includes(creativeId);
}

export function placesOf(page: PageShown, advertiserId: number): number {
  let places = 0;
  for (const each of page.advertiserIds) if (each === advertiserId) places += 1;
  return places;
}

/** Campaigns that name no category compete with nobody. */
export function isCategoryTaken(page: PageShown, category: string): boolean {
  return category !== NO_CATEGORY && page.categories.includes(category);
}

/**
 * Is an ad kept off a page by what stands on it? No advertiser has a second place while there is other demand, nor a
 * third while somebody has one; a category has one place where the publisher wants that.
 */
export function isKeptApart(
  page: PageShown,
  ad: { readonly advertiserId: number; readonly category: string },
  rule: PageRule,
): boolean {
  if (placesOf(page, ad.advertiserId) > rule.mostPlaces) return true;
  return rule.separateCategories && isCategoryTaken(page, ad.category);
}
