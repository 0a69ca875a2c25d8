import { type ApiIssue, ERROR_CATALOGUE, type ErrorCode } from '@placard/contract/error-catalogue';
import { type IssueCode, issueMessage, issueParts } from '@placard/contract/issue-messages';
import { type RefusalCode, refusalMessage } from '@placard/contract/refusal-messages';
import { setApart } from '@placard/texts/set-apart';

export type AppErrorOptions = {
  /** More exact than the catalogue's words; shown to the caller, in the words of the reader's language. */
  readonly reason?: RefusalCode;
  /** What the words of the reason name. */
  readonly value?: string;
  /** More exact than the catalogue's words, for what no reader of another language needs to be told. */
  readonly message?: string;
  readonly issues?: readonly ApiIssue[];
  /** Told as Retry-After. */
  readonly retryAfterSeconds?: number;
};

/** After which a limit whose end is not known exactly is worth another try. */
const A_WHILE_SECONDS = 60;

/** Its value may be a name. */
function refusal(code: RefusalCode, value: string | undefined): string {
  return refusalMessage(code, value === undefined ? value : setApart(value));
}

/** The one error a use case refuses with. Everything else that is thrown is a fault of ours and answered with `internal`. */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly status: number;
  readonly reason: RefusalCode | undefined;
  readonly value: string | undefined;
  readonly issues: readonly ApiIssue[] | undefined;
  readonly retryAfterSeconds: number | undefined;

  constructor(code: ErrorCode, options: AppErrorOptions = {}) {
    const { reason, value } = options;
    const exact = reason === undefined ? options.message : refusal(reason, value);
    super(exact ?? ERROR_CATALOGUE[code].message);
    this.reason = reason;
    this.value = value;
    this.name = 'AppError';
    this.code = code;
    this.status = ERROR_CATALOGUE[code].status;
    this.issues = options.issues;
    // Whoever does too much is always told when to come again.
    this.retryAfterSeconds = options.retryAfterSeconds ?? (this.status === 429 ? A_WHILE_SECONDS : undefined);
  }
}

/** One issue of an input, with its words. `path` as in the request: `adSet.totalBudget`. */
export function issueAt(path: string, code: IssueCode): ApiIssue {
  return { path, code, message: issueMessage(code) };
}

/** What a schema says, in the API's form: ours put a code of issue-messages.ts where the text goes, some with a value. */
export function issueOf(path: string, said: string): ApiIssue {
  const parts = issueParts(said);
  const issue = { path, code: parts?.code ?? 'part_malformed', message: issueMessage(said) };
  return parts === null || parts.value === '' ? issue : { ...issue, value: parts.value };
}

/** The same of what no form finds out by itself. @param value what its words name */
export function refusalAt(path: string, code: RefusalCode, value?: string): ApiIssue {
  const message = refusal(code, value);
  return value === undefined ? { path, code, message } : { path, code, message, value };
}

/** `invalid_input` for rules that only the use case can judge: `throw invalidInput(issueAt('endDate', 'end_date_in_past'))`. */
export function invalidInput(...issues: readonly ApiIssue[]): AppError {
  return new AppError('invalid_input', { issues });
}
