import { defineTexts } from '../../i18n/texts.ts';
import english from './website-stats.en.json';

/** Statistics of the publisher's own websites. */
export const websiteStatsTexts = defineTexts('websiteStats', english);
