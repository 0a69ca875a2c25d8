import { defineTexts } from '../../i18n/texts.ts';
import english from './code-steps.en.json';

/** What stands around code that is to be pasted into a page. */
export const codeStepTexts = defineTexts('codeSteps', english);
