import { expect, it } from 'vitest';
import { AD_CATEGORIES, AD_CATEGORY_CODES, AD_CATEGORY_IAB_IDS } from './campaign/ad-categories.ts';
import { AD_PRODUCT_TAXONOMY_2_0, CONTENT_TAXONOMY_3_1 } from './testing/iab-taxonomies.ts';
import {
  isNamedWebsiteCategory,
  isRetiredWebsiteCategory,
  RETIRED_WEBSITE_CATEGORIES,
  WEBSITE_CATEGORIES,
  WEBSITE_CATEGORY_CODES,
  WEBSITE_CATEGORY_IAB_IDS,
} from './website/categories.ts';

const websiteCategories = WEBSITE_CATEGORY_CODES.map((code) => [
  WEBSITE_CATEGORY_IAB_IDS[code],
  WEBSITE_CATEGORIES[code],
]);
const adCategories = AD_CATEGORY_CODES.map((code) => [AD_CATEGORY_IAB_IDS[code], AD_CATEGORIES[code]]);
const pairs = (rows: readonly (readonly [string, string, string])[]) =>
  rows.map(([id, , name]) => [id, name]);

it('a website chooses from the Content Taxonomy 3.1: its first tier whole, and deeper entries as they are named there', () => {
  const firstTier = CONTENT_TAXONOMY_3_1.filter(([, parent]) => parent === '');
  expect(firstTier).toHaveLength(37);
  expect(websiteCategories).toEqual(expect.arrayContaining(pairs(firstTier)));
  expect(pairs(CONTENT_TAXONOMY_3_1)).toEqual(expect.arrayContaining(websiteCategories));
  expect(new Set(Object.values(WEBSITE_CATEGORY_IAB_IDS)).size).toBe(websiteCategories.length);
});

it('a campaign chooses from the first tier of the Ad Product Taxonomy 2.0, without its mark for harmful ads', () => {
  const products = AD_PRODUCT_TAXONOMY_2_0.filter(([id]) => id !== '1000');
  expect(adCategories.toSorted()).toEqual(pairs(products).toSorted());
});

/** The codes of the releases before, which rows of existing installations hold. */
const OFFERED_BEFORE = [
  ...[
    'attractions',
    'automotive',
    'books_and_literature',
    'business_and_finance',
    'careers',
    'communication',
  ],
  ...['crime', 'disasters', 'education', 'entertainment', 'events', 'family_and_relationships', 'fine_art'],
  ...['food_and_drink', 'genres', 'healthy_living', 'hobbies_and_interests', 'holidays', 'home_and_garden'],
  ...['law', 'maps_and_navigation', 'medical_health', 'movies', 'music_and_audio', 'news_and_politics'],
  ...['personal_celebrations', 'personal_finance', 'pets', 'pop_culture', 'productivity', 'real_estate'],
  ...['religion_and_spirituality', 'science', 'shopping', 'sports', 'style_and_fashion'],
  ...['technology_and_computing', 'television', 'travel', 'video_gaming', 'war_and_conflicts'],
];

it('what websites named before is still named, and what the taxonomy has no more is not offered', () => {
  expect(OFFERED_BEFORE.filter((code) => !isNamedWebsiteCategory(code))).toEqual([]);
  expect(OFFERED_BEFORE.filter(isRetiredWebsiteCategory)).toEqual(['news_and_politics']);
  const names = pairs(CONTENT_TAXONOMY_3_1).map(([, name]) => name);
  expect(names).not.toEqual(expect.arrayContaining(Object.values(RETIRED_WEBSITE_CATEGORIES)));
  expect(WEBSITE_CATEGORY_CODES.filter(isRetiredWebsiteCategory)).toEqual([]);
});
