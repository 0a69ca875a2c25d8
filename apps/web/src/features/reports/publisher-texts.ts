import { defineTexts } from '../../i18n/texts.ts';
import english from './publisher-report.en.json';

/** The publisher's report: earnings, figures, filtered events. */
export const publisherReportTexts = defineTexts('publisherReport', english);
