import { type ApiIssue, ERROR_CATALOGUE, type ErrorCode } from '@placard/contract/error-catalogue';
import { type IssueCode, issueMessage } from '@placard/contract/issue-messages';
import { REFUSAL_MESSAGES, type RefusalCode } from '@placard/contract/refusal-messages';

export type AppErrorOptions = {
  /** More exact than the catalogue's words; shown to the caller. */
  readonly message?: string;
  readonly issues?: readonly ApiIssue[];
  /** Told as Retry-After. */
  readonly retryAfterSeconds?: number;
};

/** After which a limit whose end is not known exactly is worth another try. */
const A_WHILE_SECONDS = 60;

/** The one error a use case refuses with. Everything else that is thrown is a fault of ours and answered with `internal`. */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly status: number;
  readonly issues: readonly ApiIssue[] | undefined;
  readonly retryAfterSeconds: number | undefined;

  constructor(code: ErrorCode, options: AppErrorOptions = {}) {
    super(options.message ?? ERROR_CATALOGUE[code].message);
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

/** The same of what no form finds out by itself. */
export function refusalAt(path: string, code: RefusalCode): ApiIssue {
  return { path, code, message: REFUSAL_MESSAGES[code] };
}

/** `invalid_input` for rules that only the use case can judge: `throw invalidInput(issueAt('endDate', 'end_date_in_past'))`. */
export function invalidInput(...issues: readonly ApiIssue[]): AppError {
  return new AppError('invalid_input', { issues });
}
