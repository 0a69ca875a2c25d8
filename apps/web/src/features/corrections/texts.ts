import { defineTexts } from '../../i18n/texts.ts';
import english from './corrections.en.json';

/** What the operator credits, debits and refunds. */
export const correctionTexts = defineTexts('corrections', english);
