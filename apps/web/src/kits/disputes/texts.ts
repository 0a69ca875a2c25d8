import { defineTexts } from '../../i18n/texts.ts';
import english from './disputes.en.json';

export const disputeTexts = defineTexts('disputes', english);
