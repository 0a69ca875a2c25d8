import { defineTexts } from '../../i18n/texts.ts';
import english from './step-up.en.json';

export const stepUpTexts = defineTexts('stepUp', english);
