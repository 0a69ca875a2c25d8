import { defineTexts } from '../../i18n/texts.ts';
import english from './closing.en.json';

/** Closing an account, by its owner and by the operator. */
export const closingTexts = defineTexts('closing', english);
