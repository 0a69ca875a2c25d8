import { describe, expect, test } from 'vitest';
import { NO_CATEGORY } from '../campaign/ad-categories.ts';
import { isKeptApart, isOnPage, placesOf } from './page.ts';

const page = { creativeIds: [7], advertiserIds: [1], categories: ['travel', NO_CATEGORY] };
const open = { separateCategories: false, mostPlaces: 0 };

describe('a page', () => {
  test('shows a creative once', () => {
    expect(isOnPage(page, 7)).toBe(true);
    expect(isOnPage(page, 8)).toBe(false);
  });

  test('shows an advertiser once while there is other demand', () => {
    const ad = { advertiserId: 1, category: 'pets' };
    expect(isKeptApart(page, ad, open)).toBe(true);
    expect(isKeptApart(page, { ...ad, advertiserId: 2 }, open)).toBe(false);
    expect(isKeptApart(page, ad, { ...open, mostPlaces: 1 })).toBe(false);
  });

  test('shows nobody a third time while somebody has one place', () => {
    const twice = { ...page, advertiserIds: [1, 2, 1] };
    expect([1, 2, 3].map((advertiserId) => placesOf(twice, advertiserId))).toEqual([2, 1, 0]);
    const apart = (mostPlaces: number) =>
      [1, 2, 3].map((advertiserId) =>
        isKeptApart(twice, { advertiserId, category: 'pets' }, { ...open, mostPlaces }),
      );
    expect([apart(0), apart(1), apart(2)]).toEqual([
      [true, true, false],
      [true, false, false],
      [false, false, false],
    ]);
  });

  test('keeps a category apart where the publisher wants that, whatever the demand', () => {
    const ad = { advertiserId: 2, category: 'travel' };
    expect(isKeptApart(page, ad, open)).toBe(false);
    for (const mostPlaces of [0, 9]) {
      const rule = { separateCategories: true, mostPlaces };
      expect(isKeptApart(page, ad, rule)).toBe(true);
      expect(isKeptApart(page, { ...ad, category: 'pets' }, rule)).toBe(false);
    }
  });

  test('knows nothing of categories that campaigns do not name', () => {
    const rule = { separateCategories: true, mostPlaces: 0 };
    expect(isKeptApart(page, { advertiserId: 2, category: NO_CATEGORY }, rule)).toBe(false);
  });
});
