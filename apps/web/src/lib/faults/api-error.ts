import { currentLocale, declareTexts, hasOwnWords, ownWords } from '../../i18n/texts.ts';
import { formatMoney } from '../format/number-format.ts';
import { formatDate } from '../format/time-format.ts';

// The server says them in English itself.
declareTexts('errors');

/** One fault of an input. `path` names the field as in the request: `adSet.totalBudget`, `sizes.0`; '' is the whole. */
export type ApiIssue = {
  readonly path: string;
  readonly code?: string;
  /** In the language that is read when it is looked at. */
  readonly message: string;
};

/** What the server answered instead of data. `status` 0: it could not be reached at all. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly status: number;
  readonly code: string;
  readonly issues: readonly ApiIssue[];

  constructor(answer: { status: number; code: string; message: string; issues?: readonly ApiIssue[] }) {
    super(answer.message);
    this.status = answer.status;
    this.code = answer.code;
    this.issues = answer.issues ?? [];
  }
}

/** The server did something, or had something to say, that this page does not understand. */
export const INVALID_ANSWER = 'INVALID_ANSWER';

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;

const textOr = <Other>(value: unknown, other: Other) => (typeof value === 'string' ? value : other);

/** A status, say, in words that a sentence is put together with; of several, one comma apart, all. Null of one that has none. */
function saidAs(name: string, value: string): string | null {
  const said = value.split(', ').map((each) => ownWords('errors', `said.${name}.${each}`));
  const known = said.filter((words) => words !== null);
  return known.length < said.length ? null : new Intl.ListFormat(currentLocale()).format(known);
}

/** An `amount` comes with its currency, `USD 1000.5`, a `day` as `2026-03-01`: they are read as the language writes them. */
function worded(name: string, value: string): string | null {
  if (hasOwnWords('errors', `said.${name}`)) return saidAs(name, value);
  const amount = name === 'amount' ? /^([A-Z]{3}) ([\d.]+)$/.exec(value) : null;
  if (amount !== null) return formatMoney(Number(amount[2]), amount[1] ?? '');
  return name === 'day' && /^\d{4}-\d\d-\d\d$/.test(value) ? formatDate(value, 'UTC') : value;
}

/** What the words of a code name, as they say it: `value` where it is one thing, else `values`. What has no words of its own yet is left out. */
function named({ value, values }: Record<string, unknown>): Record<string, string> {
  const given = typeof value === 'string' ? { value } : isRecord(values) ? values : {};
  return Object.fromEntries(
    Object.entries(given).flatMap(([name, each]) => {
      const words = typeof each === 'string' ? worded(name, each) : null;
      return words === null ? [] : [[name, words]];
    }),
  );
}

function wordsOf(code: string, values: Readonly<Record<string, string>>): string | null {
  // What only the server finds out stands among the errors: a domain that is taken, an image that is refused.
  return ownWords('issues', code, values) ?? ownWords('errors', code, values);
}

/** A reason that an answer tells in English, in the reader's language. */
export function reasonWords(code: string, english: string): string {
  return wordsOf(code, {}) ?? english;
}

/** What an error says in the reader's language; null where the server's English is all there is. */
function reasonOf(code: string, error: Record<string, unknown>, issues: readonly ApiIssue[]): string | null {
  const reason = textOr(error.reason, code);
  const values = named(error);
  const told = issues.map(({ message }) => message).join(' ');
  // Some say what their issues say.
  return wordsOf(reason, values) ?? wordsOf(reason, { ...values, issues: told });
}

function issueFrom(issue: unknown): ApiIssue[] {
  if (!isRecord(issue) || typeof issue.message !== 'string') return [];
  const { message } = issue;
  const code = textOr(issue.code, '');
  return [
    {
      path: textOr(issue.path, ''),
      code,
      get message() {
        return wordsOf(code, named(issue)) ?? message;
      },
    },
  ];
}

/** Reads `{ error: { code, message, issues? } }`; anything else (a proxy's page) becomes a plain fault of that status. */
export function apiErrorFrom(status: number, body: unknown): ApiError {
  const error = isRecord(body) && isRecord(body.error) ? body.error : {};
  const code = textOr(error.code, `HTTP_${status}`);
  const issues = Array.isArray(error.issues) ? error.issues.flatMap(issueFrom) : [];
  return new ApiError({
    status,
    code,
    message: reasonOf(code, error, issues) ?? textOr(error.message, ''),
    issues,
  });
}

/** The server's words if it had any, else the screen's: `messageOf(error, t('failed.archive'))`. */
export function messageOf(error: unknown, otherwise: string): string {
  return error instanceof ApiError && error.message !== '' ? error.message : otherwise;
}

/**
 * For toasts of an action: a refusal (4xx) has exact words of its own, of a field that breaks a rule those of the rule, and so
 * has an answer that can't be read; a fault of server or network has the screen's.
 */
export function refusalOf(error: unknown, otherwise: string): string {
  if (!(error instanceof ApiError)) return otherwise;
  const [issue] = error.code === 'invalid_input' ? error.issues : [];
  if (issue !== undefined) return issue.message;
  const worded = (error.status >= 400 && error.status < 500) || error.code === INVALID_ANSWER;
  return worded ? messageOf(error, otherwise) : otherwise;
}
