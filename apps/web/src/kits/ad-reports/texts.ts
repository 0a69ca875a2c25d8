import { defineTexts } from '../../i18n/texts.ts';
import english from './ad-reports.en.json';

/** What visitors say is wrong with an ad; the words of delivery's page, shorter. */
export const adReportTexts = defineTexts('adReports', english);
