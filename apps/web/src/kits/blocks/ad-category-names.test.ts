import { AD_CATEGORIES } from '@placard/domain/campaign/ad-categories';
import { expect, it } from 'vitest';
import { adCategoryTexts } from './ad-category-texts.ts';

it('names every category of ads as the domain does', () => {
  expect(adCategoryTexts.english.category).toEqual(AD_CATEGORIES);
});
