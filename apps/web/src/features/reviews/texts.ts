import { defineTexts } from '../../i18n/texts.ts';
import english from './reviews.en.json';

/** The review queue. */
export const reviewTexts = defineTexts('reviews', english);
