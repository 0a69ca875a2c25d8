import { defineTexts } from '../../i18n/texts.ts';
import english from './diagnosis.en.json';

/** Why a campaign isn't serving, and its pacing. */
export const diagnosisTexts = defineTexts('diagnosis', english);
