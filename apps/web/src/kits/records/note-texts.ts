import { defineTexts } from '../../i18n/texts.ts';
import english from './record-notes.en.json';

export const noteTexts = defineTexts('recordNotes', english);
