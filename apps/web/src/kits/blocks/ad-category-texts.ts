import { defineTexts } from '../../i18n/texts.ts';
import english from './ad-categories.en.json';

/** What a campaign advertises, by what publishers block: `category.travel`. */
export const adCategoryTexts = defineTexts('adCategories', english);
