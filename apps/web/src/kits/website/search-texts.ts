import { defineTexts } from '../../i18n/texts.ts';
import english from './website-search.en.json';

/** One website chosen of many. */
export const websiteSearchTexts = defineTexts('websiteSearch', english);
