import { defineTexts } from '../../i18n/texts.ts';
import english from './audit-words.en.json';

/** What a line of the audit log says: what was done, about what, by whom. */
export const auditWordTexts = defineTexts('auditWords', english);
