import { ISSUE_MESSAGES, isIssueCode } from '@placard/contract/issue-messages';
import { defineTexts, translator } from '../../../i18n/texts.ts';
import { issueWords } from '../../../kits/form/use-app-form.ts';
import english from './bulk.en.json';

/** Many campaigns changed by one file. */
export const bulkTexts = defineTexts('bulk', english);

const RULES = [
  'empty',
  'too_many_rows',
  'quote',
  'column_unknown',
  'column_repeated',
  'column_missing',
  'row_too_long',
  'row_repeated',
  'campaign_unknown',
  'amount',
  'amount_ambiguous',
  'status',
  'version',
] as const;

/**
 * A rule that a file or one of its cells breaks, in the reader's language: of its own rules here, of a campaign's where
 * forms have them. The server's sentence stays for a rule that has a value in its words.
 */
export function ruleWords(code: string, message: string, value = ''): string {
  const rule = RULES.find((each) => `bulk_${each}` === code);
  if (rule !== undefined) return translator(bulkTexts)(`rule.${rule}`, { value });
  return isIssueCode(code) && !ISSUE_MESSAGES[code].includes('{value}') ? issueWords(code) : message;
}
