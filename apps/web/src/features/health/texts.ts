import { defineTexts } from '../../i18n/texts.ts';
import english from './health.en.json';

/** How delivery does. */
export const healthTexts = defineTexts('health', english);
