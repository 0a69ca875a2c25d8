import { defineTexts } from '../../i18n/texts.ts';
import english from './dated-rates.en.json';

/** What is said of every rate that holds from a day to a day. */
export const datedRateTexts = defineTexts('datedRates', english);
