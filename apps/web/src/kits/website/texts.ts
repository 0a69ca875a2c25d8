import { defineTexts } from '../../i18n/texts.ts';
import english from './website-words.en.json';

/** Categories of websites by their codes, the choice of one of many, and that not all its widgets are listed. */
export const websiteWords = defineTexts('websiteWords', english);
