import { defineTexts } from '../../i18n/texts.ts';
import english from './report-file.en.json';

/** All rows of a report as a file. */
export const reportFileTexts = defineTexts('reportFile', english);
