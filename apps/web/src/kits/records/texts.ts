import { defineTexts } from '../../i18n/texts.ts';
import english from './records.en.json';

/** The operator's pages of records: what all of them share. */
export const recordTexts = defineTexts('records', english);
