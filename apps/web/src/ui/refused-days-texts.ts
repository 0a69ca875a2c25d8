import { defineTexts } from '../i18n/texts.ts';
import english from './refused-days.en.json';

/** What happened meanwhile, marked on the chart. */
export const refusedDaysTexts = defineTexts('refusedDays', english);
