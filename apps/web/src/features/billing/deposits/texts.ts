import { defineTexts } from '../../../i18n/texts.ts';
import english from './deposits.en.json';

/** Deposits of all advertisers, for the operator. */
export const depositTexts = defineTexts('deposits', english);
