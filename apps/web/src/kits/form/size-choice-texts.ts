import { defineTexts } from '../../i18n/texts.ts';
import english from './size-choice.en.json';

/** Fields in which a size is chosen. */
export const sizeChoiceTexts = defineTexts('sizeChoice', english);
