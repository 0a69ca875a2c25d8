import { defineTexts } from '../../i18n/texts.ts';
import english from './website-words.en.json';

/** Categories of websites by their codes, and the choice of one website of many. */
export const websiteWords = defineTexts('websiteWords', english);
