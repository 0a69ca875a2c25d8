import { RETIRED_WEBSITE_CATEGORIES, WEBSITE_CATEGORIES } from '@placard/domain/website/categories';
import { expect, it } from 'vitest';
import { websiteWords } from './texts.ts';

it('names every category as the domain does, those that are not offered any more too', () => {
  expect(websiteWords.english.category).toEqual({
    ...WEBSITE_CATEGORIES,
    ...RETIRED_WEBSITE_CATEGORIES,
  });
});
