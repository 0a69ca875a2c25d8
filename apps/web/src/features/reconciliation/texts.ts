import { defineTexts } from '../../i18n/texts.ts';
import english from './reconciliation.en.json';

/** The books held against each other. */
export const reconciliationTexts = defineTexts('reconciliation', english);
