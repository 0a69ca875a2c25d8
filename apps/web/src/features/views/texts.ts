import { defineTexts } from '../../i18n/texts.ts';
import english from './unsubscribe.en.json';

/** The page that ends the mails of a saved view. */
export const unsubscribeTexts = defineTexts('unsubscribe', english);
