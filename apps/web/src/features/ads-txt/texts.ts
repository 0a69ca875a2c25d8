import { defineTexts } from '../../i18n/texts.ts';
import english from './ads-txt.en.json';

/** ads.txt of a publisher's websites. */
export const adsTxtTexts = defineTexts('adsTxt', english);
