import { defineTexts } from '../../i18n/texts.ts';
import english from './statement.en.json';

/** A publisher's closed months, for themselves and for the operator. */
export const statementTexts = defineTexts('statement', english);
