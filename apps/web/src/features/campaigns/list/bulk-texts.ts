import { ISSUE_MESSAGES, isIssueCode, issueWith } from '@placard/contract/issue-messages';
import { valueNamed } from '@placard/contract/value-named';
import { defineTexts, translator } from '../../../i18n/texts.ts';
import { issueWords } from '../../../kits/form/issue-words.ts';
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
 * forms have them.
 */
export function ruleWords(code: string, message: string, currency: string, value = ''): string {
  const rule = RULES.find((each) => `bulk_${each}` === code);
  if (rule !== undefined) return translator(bulkTexts)(`rule.${rule}`, { value });
  if (!isIssueCode(code)) return message;
  if (!ISSUE_MESSAGES[code].includes('{value}')) return issueWords(code, currency);
  // The server has told it in its sentence alone.
  const named = valueNamed(code, message);
  return named === null ? message : issueWords(issueWith(code, named), currency);
}
