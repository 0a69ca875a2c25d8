import { declareTexts, ownWords } from '../../i18n/texts.ts';
import { formatMoney } from '../format/number-format.ts';

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

function wordsOf(code: string, given: unknown): string | null {
  // An amount comes with its currency, `USD 1000.5`, and is read as amounts are.
  const value = textOr(given, undefined)?.replace(
    /^([A-Z]{3}) ([\d.]+)$/,
    (_, currency: string, dollars: string) => formatMoney(Number(dollars), currency),
  );
  // What only the server finds out stands among the errors: a domain that is taken, an image that is refused.
  return ownWords('issues', code, value) ?? ownWords('errors', code, value);
}

function issueFrom(issue: unknown): ApiIssue[] {
  if (!isRecord(issue) || typeof issue.message !== 'string') return [];
  const { message, value } = issue;
  const code = textOr(issue.code, '');
  return [
    {
      path: textOr(issue.path, ''),
      code,
      get message() {
        return wordsOf(code, value) ?? message;
      },
    },
  ];
}

/** Reads `{ error: { code, message, issues? } }`; anything else (a proxy's page) becomes a plain fault of that status. */
export function apiErrorFrom(status: number, body: unknown): ApiError {
  const error = isRecord(body) && isRecord(body.error) ? body.error : {};
  const code = textOr(error.code, `HTTP_${status}`);
  return new ApiError({
    status,
    code,
    message: wordsOf(textOr(error.reason, code), error.value) ?? textOr(error.message, ''),
    issues: Array.isArray(error.issues) ? error.issues.flatMap(issueFrom) : [],
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
