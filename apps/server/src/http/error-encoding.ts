import { ORPCError, ValidationError } from '@orpc/server';
import {
  ERROR_CATALOGUE,
  type ErrorBody,
  type ErrorCode,
  isErrorCode,
} from '@placard/contract/error-catalogue';
import { isRetryable } from '@placard/db/database';
import { ObjectStoreError } from '@placard/db/objects/object-store';
import { isSocketAway } from '@placard/db/socket-away';
import { tookTooLong } from '../analytics/damage.ts';
import { EngineGoneError } from '../analytics/engine/engine-faults.ts';
import { AppError, issueOf, type WordedIssue } from '../api/app-error.ts';
import { ThreadFault } from '../fairness/thread-pool.ts';
import { NobodyWaits, TooManyWaiting } from '../fairness/turns.ts';
import { AlreadyPostedError, InsufficientFundsError } from '../ledger/ledger-errors.ts';

type SchemaIssue = ValidationError['issues'][number];

function pathOf(issue: SchemaIssue): string {
  const steps = issue.path ?? [];
  return steps.map((step) => String(typeof step === 'object' ? step.key : step)).join('.');
}

function apiIssue(issue: SchemaIssue): WordedIssue {
  return issueOf(pathOf(issue), issue.message);
}

/**
 * SQLSTATE of a server that is starting, stopping or full (its disk too), of what took longer than a call may (a lock
 * that somebody keeps, a statement), and what sockets say when there is none.
 */
const DATABASE_AWAY = new Set([
  '53100',
  '55P03',
  '57014',
  '57P01',
  '57P02',
  '57P03',
  '53300',
  '08000',
  '08001',
  '08003',
  '08004',
  '08006',
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOTFOUND',
  'EPIPE',
  'ETIMEDOUT',
]);

function isDatabaseAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (isSocketAway(error)) return true;
  if ('code' in error && typeof error.code === 'string' && DATABASE_AWAY.has(error.code)) return true;
  // node-postgres gives these no code
  return /^(Connection terminated|timeout exceeded when trying to connect|Client has encountered)/.test(
    error.message,
  );
}

const ALL_BUSY_SECONDS = 5;

/** The refusal that an error means, or null where it is a fault of ours. */
export function refusalOf(error: unknown): AppError | null {
  if (error instanceof AppError) return error;
  // Of a transaction that was tried as often as it may be, others were always in the way.
  const collided = isRetryable(error);
  if ((error instanceof TooManyWaiting && error.whose === 'all') || tookTooLong(error) || collided) {
    return new AppError('unavailable', { reason: 'all_busy', retryAfterSeconds: ALL_BUSY_SECONDS });
  }
  // Of who is gone nobody reads it; the log shall have no fault.
  if (error instanceof TooManyWaiting || error instanceof NobodyWaits) {
    return new AppError('rate_limited', { reason: 'too_many_at_once', retryAfterSeconds: 1 });
  }
  if (error instanceof ThreadFault || error instanceof EngineGoneError) {
    return new AppError('unavailable', { reason: 'not_drawn', retryAfterSeconds: 1 });
  }
  if (error instanceof ObjectStoreError) {
    return new AppError('unavailable', { reason: 'not_stored', retryAfterSeconds: ALL_BUSY_SECONDS });
  }
  if (error instanceof InsufficientFundsError) return new AppError('insufficient_funds');
  if (error instanceof AlreadyPostedError) return new AppError('conflict_status');
  if (error instanceof ORPCError) {
    if (error.cause instanceof ValidationError && error.code === 'BAD_REQUEST') {
      return new AppError('invalid_input', { issues: error.cause.issues.map(apiIssue) });
    }
    return error.status >= 400 && error.status < 500 ? new AppError('bad_request') : null;
  }
  if (isUnstorable(error)) return new AppError('bad_request');
  return isDatabaseAway(error) ? new AppError('unavailable') : null;
}

/** SQLSTATE of text that PostgreSQL cannot hold (NUL, a lone surrogate) and of numbers beyond a column's range. */
const UNSTORABLE = new Set(['22003', '22021', '22P02', '22P05']);

function isUnstorable(error: unknown): boolean {
  return error instanceof Error && 'code' in error && UNSTORABLE.has(String(error.code));
}

export function errorBody(error: AppError): ErrorBody {
  return { error: { code: error.code, message: error.message, ...error.told } };
}

/** Carries a refusal through oRPC, which knows only its own error class. */
export function toOrpcError(error: AppError): ORPCError<ErrorCode, AppError['told']> {
  return new ORPCError(error.code, { status: error.status, message: error.message, data: error.told });
}

/** The body of every error that leaves oRPC. Codes of its own (malformed request) become ours. */
export function encodeOrpcError(error: ORPCError<string, unknown>): ErrorBody {
  if (isErrorCode(error.code)) {
    const { code, message } = error;
    return { error: { code, message, ...(error.data as AppError['told'] | undefined) } };
  }
  const code = error.status >= 400 && error.status < 500 ? 'bad_request' : 'internal';
  return { error: { code, message: ERROR_CATALOGUE[code].message } };
}
