import { defineTexts } from '../../i18n/texts.ts';
import english from './audit.en.json';

/** The audit log of the operator's console. */
export const auditTexts = defineTexts('audit', english);
