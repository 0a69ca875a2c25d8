import { defineTexts } from '../../i18n/texts.ts';
import english from './campaigns.en.json';

/** Campaigns and their ad sets: list, wizard, details. */
export const campaignsTexts = defineTexts('campaigns', english);
