import { defineTexts } from '../../i18n/texts.ts';
import english from './views.en.json';

/** Saved views of the reports and their mails. */
export const viewTexts = defineTexts('views', english);
