import { defineTexts } from '../../i18n/texts.ts';
import english from './first-steps.en.json';

export const firstStepsTexts = defineTexts('firstSteps', english);
