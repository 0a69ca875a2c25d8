import { defineTexts } from '../../../i18n/texts.ts';
import english from './campaign-list.en.json';

/** What the campaign list shows beyond the campaign itself, and editing in its rows. */
export const campaignListTexts = defineTexts('campaignList', english);
