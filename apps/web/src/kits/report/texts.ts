import { defineTexts } from '../../i18n/texts.ts';
import english from './report.en.json';

/** The report: figures, chart over time and breakdown, on every page that has one. */
export const reportTexts = defineTexts('report', english);
