import { defineTexts } from '../../i18n/texts.ts';
import english from './assignment.en.json';

/** The ad sets of a creative, where they are chosen. */
export const assignmentTexts = defineTexts('assignment', english);
