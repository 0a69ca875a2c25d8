import english from '@placard/texts/issues.en.json';
import { defineTexts } from '../texts.ts';

/** Words for the rule codes of the contract's schemas: one list for server and screens. */
export const issueTexts = defineTexts('issues', english);
