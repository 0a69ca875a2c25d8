import { ISSUE_MESSAGES, type IssueCode } from './issue-messages.ts';

/** What the words of a rule name, read out of them: of `issueMessage('text_longer_than:2000')` it is 2000. Null of a rule that names nothing. */
export function valueNamed(code: IssueCode, message: string): string | null {
  const [before = '', after] = ISSUE_MESSAGES[code].split('{value}');
  if (after === undefined || !message.startsWith(before) || !message.endsWith(after)) return null;
  const value = message.slice(before.length, message.length - after.length);
  return /^-?[\d,]+(?:\.\d+)?$/.test(value) ? value.replaceAll(',', '') : value;
}
