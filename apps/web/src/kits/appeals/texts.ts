import { defineTexts } from '../../i18n/texts.ts';
import english from './appeals.en.json';

/** An owner's objection to what was decided about a record. */
export const appealTexts = defineTexts('appeals', english);
