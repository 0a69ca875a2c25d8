import { defineTexts } from '../../i18n/texts.ts';
import english from './rejection.en.json';

/** Why something is rejected or taken down. */
export const rejectionTexts = defineTexts('rejection', english);
