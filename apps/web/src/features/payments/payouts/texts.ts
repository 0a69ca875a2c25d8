import { defineTexts } from '../../../i18n/texts.ts';
import english from './payouts.en.json';

/** The operator's queue of payouts. */
export const payoutTexts = defineTexts('payouts', english);
