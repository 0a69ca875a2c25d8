import { defineTexts } from '../../i18n/texts.ts';
import english from './websites.en.json';

/** Websites of a publisher: list, adding, editing. */
export const websitesTexts = defineTexts('websites', english);
