import { defineTexts } from '../../i18n/texts.ts';
import english from './home.en.json';

/** What stands below the cards of the roles. */
export const homeTexts = defineTexts('home', english);
