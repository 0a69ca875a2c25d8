import { RETIRED_WEBSITE_CATEGORIES, WEBSITE_CATEGORIES } from '@placard/domain/website/categories';
import { expect, it } from 'vitest';
import { websiteCategoryTexts } from './category-texts.ts';

it('names every category as the domain does, those that are not offered any more too', () => {
  expect(websiteCategoryTexts.english.category).toEqual({
    ...WEBSITE_CATEGORIES,
    ...RETIRED_WEBSITE_CATEGORIES,
  });
});
