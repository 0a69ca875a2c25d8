import { defineTexts } from '../../i18n/texts.ts';
import english from './looks.en.json';

export const lookTexts = defineTexts('looks', english);
