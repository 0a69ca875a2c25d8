import { defineTexts } from '../../i18n/texts.ts';
import english from './report-marks.en.json';

/** What happened meanwhile, marked on the chart. */
export const reportMarksTexts = defineTexts('reportMarks', english);
