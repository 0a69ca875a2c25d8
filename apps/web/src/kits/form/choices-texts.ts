import { defineTexts } from '../../i18n/texts.ts';
import english from './choices.en.json';

/** Fields in which countries and sizes are chosen. */
export const choicesTexts = defineTexts('choices', english);
