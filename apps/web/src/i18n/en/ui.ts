import { defineTexts } from '../texts.ts';
import english from './ui.en.json';

/** Texts of the shared parts behind sign-in. */
export const uiTexts = defineTexts('ui', english);
