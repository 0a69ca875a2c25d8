import { defineTexts } from '../../i18n/texts.ts';
import english from './mails.en.json';

/** Mails that were written, and the catalogue of those that could be. */
export const mailTexts = defineTexts('mails', english);
