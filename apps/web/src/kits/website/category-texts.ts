import { defineTexts } from '../../i18n/texts.ts';
import english from './website-categories.en.json';

/** Categories of websites, by their codes. */
export const websiteCategoryTexts = defineTexts('websiteCategories', english);
