import { defineTexts } from '../../i18n/texts.ts';
import english from './data-export.en.json';

/** Archives of data: one's own, and those that an operator asks for in somebody's stead. */
export const dataExportTexts = defineTexts('dataExport', english);
