import { defineTexts } from '../../i18n/texts.ts';
import english from './mails.en.json';

/** Mails that were written. */
export const mailTexts = defineTexts('mails', english);
