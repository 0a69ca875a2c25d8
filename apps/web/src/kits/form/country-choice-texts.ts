import { defineTexts } from '../../i18n/texts.ts';
import english from './country-choice.en.json';

/** Fields in which countries are chosen. */
export const countryChoiceTexts = defineTexts('countryChoice', english);
