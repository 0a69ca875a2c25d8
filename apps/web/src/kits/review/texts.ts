import { defineTexts } from '../../i18n/texts.ts';
import english from './verdict.en.json';

/** Approving and rejecting, in the queue and on the pages of what is judged. */
export const verdictTexts = defineTexts('verdict', english);
