import { defineTexts } from '../../i18n/texts.ts';
import findings from './findings.en.json';

/** What a machine found: loaded with it. */
export const findingTexts = defineTexts('findings', findings);
