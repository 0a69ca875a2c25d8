import { defineTexts } from '../texts.ts';
import english from './shell.en.json';

/** Navigation, user menu and palette. */
export const shellTexts = defineTexts('shell', english);
