import { defineTexts } from '../../i18n/texts.ts';
import english from './withholding.en.json';

/** Tax withheld of payouts, as operators set it and publishers read it. */
export const withholdingTexts = defineTexts('withholding', english);
