import { defineTexts } from '../../i18n/texts.ts';
import englishCatalogue from './mail-catalogue.en.json';
import english from './mails.en.json';

/** Mails that were written. */
export const mailTexts = defineTexts('mails', english);

/** Mails that could be written. */
export const mailCatalogueTexts = defineTexts('mailCatalogue', englishCatalogue);
