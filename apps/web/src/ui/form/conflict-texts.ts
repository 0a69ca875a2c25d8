import { defineTexts } from '../../i18n/texts.ts';
import english from './conflict.en.json';

/** Said where a save carried an old version, or could not be sent any more. */
export const conflictTexts = defineTexts('conflict', english);
