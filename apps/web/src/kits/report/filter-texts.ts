import { defineTexts } from '../../i18n/texts.ts';
import english from './filter.en.json';

/** Why an event was not billed, in words for publishers and operators. */
export const filterTexts = defineTexts('filter', english);
