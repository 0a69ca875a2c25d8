import { defineTexts } from '../../../i18n/texts.ts';
import english from './campaign-activity.en.json';

/** Who changed what in a campaign. */
export const campaignActivityTexts = defineTexts('campaignActivity', english);
