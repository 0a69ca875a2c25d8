import { defineTexts } from '../../i18n/texts.ts';
import english from './analytics-code.en.json';

/** Analytics codes of websites and campaigns: the code, and whether it has been seen. */
export const analyticsCodeTexts = defineTexts('analyticsCode', english);
