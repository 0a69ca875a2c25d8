import { describe, expect, test } from 'vitest';
import { NO_CATEGORY } from '../campaign/ad-categories.ts';
import { isKeptApart, isOnPage } from './page.ts';

const page = { creativeIds: [7], advertiserIds: [1], categories: ['travel', NO_CATEGORY] };
const open = { separateCategories: false, noOtherDemand: false };

describe('a page', () => {
  test('shows a creative once', () => {
    expect(isOnPage(page, 7)).toBe(true);
    expect(isOnPage(page, 8)).toBe(false);
  });

  test('shows an advertiser once while there is other demand', () => {
    const ad = { advertiserId: 1, category: 'pets' };
    expect(isKeptApart(page, ad, open)).toBe(true);
    expect(isKeptApart(page, { ...ad, advertiserId: 2 }, open)).toBe(false);
    expect(isKeptApart(page, ad, { ...open, noOtherDemand: true })).toBe(false);
  });

  test('keeps a category apart where the publisher wants that, whatever the demand', () => {
    const ad = { advertiserId: 2, category: 'travel' };
    expect(isKeptApart(page, ad, open)).toBe(false);
    for (const noOtherDemand of [false, true]) {
      const rule = { separateCategories: true, noOtherDemand };
      expect(isKeptApart(page, ad, rule)).toBe(true);
      expect(isKeptApart(page, { ...ad, category: 'pets' }, rule)).toBe(false);
    }
  });

  test('knows nothing of categories that campaigns do not name', () => {
    const rule = { separateCategories: true, noOtherDemand: false };
    expect(isKeptApart(page, { advertiserId: 2, category: NO_CATEGORY }, rule)).toBe(false);
  });
});
