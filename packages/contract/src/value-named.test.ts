import { expect, it } from 'vitest';
import { ISSUE_MESSAGES, isIssueCode, issueMessage, issueWith } from './issue-messages.ts';
import { valueNamed } from './value-named.ts';

const CODES = Object.keys(ISSUE_MESSAGES).filter(isIssueCode);

it.each(CODES.filter((code) => ISSUE_MESSAGES[code].includes('{value}')))(
  'reads out of the words of %s what they name',
  (code) => {
    for (const value of ['1', '200', '1000000', '-1234567.25', 'a, b']) {
      expect(valueNamed(code, issueMessage(issueWith(code, value)))).toBe(value);
    }
    expect(valueNamed(code, 'Something else')).toBeNull();
  },
);

it('finds nothing in words that name nothing', () => {
  for (const code of CODES.filter((each) => !ISSUE_MESSAGES[each].includes('{value}'))) {
    expect(valueNamed(code, issueMessage(code))).toBeNull();
  }
});
