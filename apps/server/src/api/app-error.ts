import type { BulkIssue } from '@placard/contract/campaign-bulk';
import {
  type ApiIssue,
  ERROR_CATALOGUE,
  type ErrorBody,
  type ErrorCode,
} from '@placard/contract/error-catalogue';
import { type IssueCode, issueMessage, issueParts } from '@placard/contract/issue-messages';
import { type Refusal, refusalMessage } from '@placard/contract/refusal-messages';
import { setApart } from '@placard/texts/set-apart';

/** An issue for whose code each language has words. */
export type WordedIssue = ApiIssue & { readonly code: IssueCode | Refusal['reason'] | ErrorCode | BulkIssue };

type Told = Omit<ErrorBody['error'], 'code' | 'message' | 'issues'> & {
  readonly issues?: readonly WordedIssue[];
};

/**
 * More exact than the catalogue's words. What a person may be refused has a reason (or issues with codes), by which the dashboard says it in its
 * reader's language. `message` beside one is what programs were always told in English. `apiOnly` is for what no screen can ask for.
 */
type Exactly =
  | (Refusal & { readonly message?: string; readonly issues?: readonly WordedIssue[] })
  | { readonly issues: readonly WordedIssue[]; readonly message?: string }
  | { readonly apiOnly: string };
type Nothing = {
  readonly [Name in 'message' | 'reason' | 'value' | 'values' | 'issues' | 'apiOnly']?: never;
};

export type AppErrorOptions = (Exactly | Nothing) & {
  /** Told as Retry-After. */
  readonly retryAfterSeconds?: number;
};

type AnyOptions = Told & {
  readonly reason?: Refusal['reason'];
  readonly message?: string;
  readonly apiOnly?: string;
  readonly retryAfterSeconds?: number;
};

/** After which a limit whose end is not known exactly is worth another try. */
const A_WHILE_SECONDS = 60;

/** What is named may be a name; `{issues}` are the sentences of the issues. */
function wordsOf({ reason, value, values, issues = [] }: AnyOptions): string | undefined {
  if (reason === undefined) return undefined;
  const named = Object.entries(value === undefined ? { ...values } : { value });
  return refusalMessage(reason, {
    issues: issues.map(({ message }) => message).join(' '),
    ...Object.fromEntries(named.map(([name, each]) => [name, setApart(each)])),
  });
}

/** The one error a use case refuses with. Everything else that is thrown is a fault of ours and answered with `internal`. */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly status: number;
  /** What is told beside code and message, as far as there is any. */
  readonly told: Told;
  readonly retryAfterSeconds: number | undefined;

  constructor(code: ErrorCode, options: AppErrorOptions = {}) {
    const { message, apiOnly, retryAfterSeconds, ...told }: AnyOptions = options;
    super(message ?? wordsOf(told) ?? apiOnly ?? ERROR_CATALOGUE[code].message);
    this.told = told;
    this.name = 'AppError';
    this.code = code;
    this.status = ERROR_CATALOGUE[code].status;
    // Whoever does too much is always told when to come again.
    this.retryAfterSeconds = retryAfterSeconds ?? (this.status === 429 ? A_WHILE_SECONDS : undefined);
  }

  get issues(): readonly WordedIssue[] | undefined {
    return this.told.issues;
  }
}

/** One issue of an input, with its words. `path` as in the request: `adSet.totalBudget`. */
export function issueAt(path: string, code: IssueCode): WordedIssue {
  return { path, code, message: issueMessage(code) };
}

/** What a schema says, in the API's form: ours put a code of issue-messages.ts where the text goes, some with a value. */
export function issueOf(path: string, said: string): WordedIssue {
  const parts = issueParts(said);
  const issue = { path, code: parts?.code ?? 'part_malformed', message: issueMessage(said) };
  return parts === null || parts.value === '' ? issue : { ...issue, value: parts.value };
}

/** The same of what no form finds out by itself. */
export function refusalAt(path: string, refusal: Refusal): WordedIssue {
  const { reason: code, ...named }: AnyOptions & { readonly reason: Refusal['reason'] } = refusal;
  return { path, code, message: wordsOf(refusal) ?? '', ...named };
}

const MINUTE_SECONDS = 60;
/** Up to which a wait is a moment. */
const MOMENT_SECONDS = 5;
/** Up to which a wait is told in minutes. */
const MOST_MINUTES = 120;

/** `rate_limited`, telling when to come again where that is later than in a moment. */
export function tooOften(waitMs: number): AppError {
  const retryAfterSeconds = Math.max(1, Math.ceil(waitMs / 1_000));
  if (retryAfterSeconds <= MOMENT_SECONDS) return new AppError('rate_limited', { retryAfterSeconds });
  const minutes = Math.ceil(retryAfterSeconds / MINUTE_SECONDS);
  if (minutes <= 1)
    return new AppError('rate_limited', {
      reason: 'too_many_for_seconds',
      value: String(retryAfterSeconds),
      retryAfterSeconds,
    });
  if (minutes <= MOST_MINUTES)
    return new AppError('rate_limited', {
      reason: 'too_many_for_minutes',
      value: String(minutes),
      retryAfterSeconds,
    });
  const hours = String(Math.ceil(minutes / 60));
  return new AppError('rate_limited', { reason: 'too_many_for_hours', value: hours, retryAfterSeconds });
}

/** `invalid_input` for rules that only the use case can judge: `throw invalidInput(issueAt('endDate', 'end_date_in_past'))`. */
export function invalidInput(...issues: readonly WordedIssue[]): AppError {
  return new AppError('invalid_input', { issues });
}

/** Refusals that name one thing. */
type Naming = Extract<Refusal, { readonly value: string }>;

/** Refuses one more where there are `most` already, and names those. @throws AppError `conflict_status` */
export function refuseFull(there: number | bigint, most: number, reason: Naming['reason']): void {
  if (there >= most) throw new AppError('conflict_status', { reason, value: String(most) } as Naming);
}
