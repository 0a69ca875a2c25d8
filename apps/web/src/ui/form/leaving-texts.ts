import { defineTexts } from '../../i18n/texts.ts';
import english from './leaving.en.json';

/** Asked before a page, its view or a dialog takes something along; and what is said where a form was done before it knew. */
export const leavingTexts = defineTexts('leaving', english);
