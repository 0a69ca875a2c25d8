import { defineTexts } from '../../i18n/texts.ts';
import english from './leaving.en.json';

/** Asked before a page, its view or a dialog takes something along. */
export const leavingTexts = defineTexts('leaving', english);
