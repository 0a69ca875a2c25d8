import { grouped, type IssueCode, issueParts } from '@placard/contract/issue-messages';
import { issueTexts } from '../../i18n/en/issues.ts';
import { currentLocale, translator } from '../../i18n/texts.ts';
import { formatMoney } from '../../lib/format/number-format.ts';

/** Rules whose value is an amount of dollars. */
const OF_MONEY: readonly IssueCode[] = ['budget_too_small'];

/** The words of a rule's code in the reader's language; any other text is shown as it is. @param currency of the amount that a rule names */
export function issueWords(codeOrText: string, currency: string): string {
  const parts = issueParts(codeOrText);
  if (parts === null) return codeOrText;
  const { code, value } = parts;
  return translator(issueTexts)(code, {
    value: OF_MONEY.includes(code) ? formatMoney(Number(value), currency) : grouped(value, currentLocale()),
  });
}
