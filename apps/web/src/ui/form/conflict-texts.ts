import { defineTexts } from '../../i18n/texts.ts';
import english from './conflict.en.json';

/** Said where a save carried an old version. */
export const conflictTexts = defineTexts('conflict', english);
