import { defineTexts } from '../../../i18n/texts.ts';
import english from './network-documents.en.json';

/** Documents of all accounts, for the operator. */
export const networkDocumentsTexts = defineTexts('networkDocuments', english);
