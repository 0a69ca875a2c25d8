import { defineTexts } from '../../i18n/texts.ts';
import english from './audit-facts.en.json';

/** What else a line of the audit log tells: names of its facts, and values that are chosen. */
export const auditFactTexts = defineTexts('auditFacts', english);
