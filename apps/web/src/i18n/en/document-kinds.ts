import english from '@placard/texts/document-kinds.en.json';
import { defineTexts } from '../texts.ts';

/** How each kind of document is called, as it says itself. */
export const documentKindTexts = defineTexts('documentKinds', english);
