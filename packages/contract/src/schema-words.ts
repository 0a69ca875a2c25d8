import { z } from 'zod';
import { type IssueCode, issueWith } from './issue-messages.ts';

type RawIssue = Parameters<NonNullable<ReturnType<typeof z.config>['customError']>>[0];
type Of<Code extends RawIssue['code']> = Extract<RawIssue, { readonly code: Code }>;

/** Beyond this a list of choices helps nobody. */
const MOST_OPTIONS = 8;

const EXPECTED: Readonly<Record<string, IssueCode>> = {
  string: 'text_expected',
  number: 'number_expected',
  int: 'number_not_whole',
  boolean: 'flag_expected',
  array: 'list_expected',
  file: 'file_required',
};

const FORMATS: Readonly<Record<string, IssueCode>> = {
  email: 'email_invalid',
  date: 'date_invalid',
  datetime: 'instant_invalid',
  url: 'address_invalid',
};

function typeWords({ expected, input }: Of<'invalid_type'>): string {
  if (input === undefined || input === null || input === '' || Number.isNaN(input)) return 'required';
  // What zod calls no number, though it is one.
  if (typeof input === 'number' && expected === 'number') return 'number_not_finite';
  return EXPECTED[expected] ?? 'part_malformed';
}

function smallWords({ origin, minimum }: Of<'too_small'>): string {
  const least = String(minimum);
  if (origin === 'string') return Number(minimum) <= 1 ? 'required' : issueWith('text_shorter_than', least);
  return issueWith(origin === 'array' ? 'list_shorter_than' : 'number_at_least', least);
}

function bigWords({ origin, maximum }: Of<'too_big'>): string {
  const most = String(maximum);
  if (origin === 'string') return issueWith('text_longer_than', most);
  return issueWith(origin === 'array' ? 'list_longer_than' : 'number_at_most', most);
}

function choiceWords({ values, input }: Of<'invalid_value'>): string {
  if (input === undefined || input === null || input === '') return 'choice_required';
  if (values.length > MOST_OPTIONS) return 'choice_unknown';
  return issueWith('choice_none_of', values.map(String).join(', '));
}

/** Words of ours for whatever a schema refuses without a message of its own: nobody reads the library's. */
function wordsFor(issue: RawIssue): string {
  switch (issue.code) {
    case 'invalid_type':
      return typeWords(issue);
    case 'too_small':
      return smallWords(issue);
    case 'too_big':
      return bigWords(issue);
    case 'invalid_format':
      return FORMATS[issue.format] ?? 'format_invalid';
    case 'not_multiple_of':
      return issueWith('number_not_multiple_of', String(issue.divisor));
    case 'invalid_value':
      return choiceWords(issue);
    case 'invalid_union':
      return issue.input === undefined ? 'required' : 'choice_unknown';
    case 'unrecognized_keys':
      return 'part_unknown';
    default:
      return 'part_malformed';
  }
}

z.config({ customError: wordsFor });
