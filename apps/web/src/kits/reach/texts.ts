import { defineTexts } from '../../i18n/texts.ts';
import english from './campaign-reach.en.json';

/** The estimate beside an ad set's fields. */
export const campaignReachTexts = defineTexts('campaignReach', english);
