import { defineTexts } from '../../i18n/texts.ts';
import english from './viewers.en.json';

/** How many viewers there were, and how often they were shown something. */
export const viewersTexts = defineTexts('viewers', english);
