import { commonTexts } from '../../i18n/en/common.ts';
import { translator } from '../../i18n/texts.ts';
import { ApiError, apiErrorFrom, INVALID_ANSWER } from '../faults/api-error.ts';
import { learnServerTime } from '../server-clock.ts';
import { readAccessToken } from '../session/access-token.ts';
import { readActingAccount } from '../session/acting-account.ts';
import { takeEarlyCall } from './early-calls.ts';

export const API_BASE = '/api';

export type RequestOptions = {
  readonly method: string;
  /** Below `/api`, starting with a slash. */
  readonly path: string;
  readonly query?: URLSearchParams;
  /** Sent as JSON, or as it is when it is a form. */
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal;
  /** Arrives although the page is left: of at most 64 KiB. */
  readonly keepalive?: boolean;
  /** What comes back is a file, not JSON. */
  readonly isFile?: boolean;
  /** Takes a file in another way than at once. */
  readonly readFile?: (response: Response) => Promise<File>;
};

type UnauthorizedListener = () => void;
let unauthorizedListener: UnauthorizedListener = () => {};

/** The session listens here: 401 on any call signs out. */
export function onUnauthorized(listener: UnauthorizedListener): void {
  unauthorizedListener = listener;
}

let strangerListener: () => void = () => {};

/** The session listens here: somebody was taken out of the account that this tab acts for. */
export function onStranger(listener: () => void): void {
  strangerListener = listener;
}

let changeListener: () => void = () => {};

/** What is kept of earlier answers listens here: something may have been changed, also by a call that failed. */
export function onChange(listener: () => void): void {
  changeListener = listener;
}

let proofAsker: () => Promise<boolean> = async () => false;

/** The session listens here: money is at stake, and the server wants to know again who is there. @returns whether it does by now. */
export function onStepUp(asker: () => Promise<boolean>): void {
  proofAsker = asker;
}

/** Who calls, and for which account. */
export function callerHeaders(): Record<string, string> {
  const token = readAccessToken();
  const account = readActingAccount();
  if (token === null) return {};
  const authorization = `Bearer ${token}`;
  return account === null ? { authorization } : { authorization, 'placard-account': account };
}

async function send(options: RequestOptions): Promise<Response> {
  const headers: Record<string, string> = {
    accept: options.isFile === true ? '*/*' : 'application/json',
    ...options.headers,
    ...callerHeaders(),
  };
  const isForm = options.body instanceof FormData;
  if (options.body !== undefined && !isForm) headers['content-type'] = 'application/json';
  const search = options.query?.toString() ?? '';
  const path = `${options.path}${search === '' ? '' : `?${search}`}`;
  const early =
    options.method === 'GET' ? takeEarlyCall(path, readAccessToken(), readActingAccount()) : undefined;
  try {
    if (early !== undefined) return await early;
    return await fetch(`${API_BASE}${path}`, {
      method: options.method,
      headers,
      ...(options.body === undefined
        ? {}
        : { body: isForm ? (options.body as FormData) : JSON.stringify(options.body) }),
      ...(options.signal === undefined ? {} : { signal: options.signal }),
      ...(options.keepalive === undefined ? {} : { keepalive: options.keepalive }),
    });
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') throw error;
    throw new ApiError({ status: 0, code: 'UNREACHABLE', message: '' });
  }
}

/** A success that is not what the contract says. */
export function invalidAnswer(): ApiError {
  return new ApiError({
    status: 200,
    code: INVALID_ANSWER,
    message: translator(commonTexts)('invalidAnswer'),
  });
}

/** @throws ApiError for a success that is no JSON: the page of a proxy, not an answer. */
async function bodyOf(response: Response): Promise<unknown> {
  const text = await response.text();
  if (text === '') return undefined;
  try {
    return JSON.parse(text) as unknown;
  } catch {
    if (!response.ok) return undefined;
    throw invalidAnswer();
  }
}

/** A file of the API, which a link could not ask for: it carries the bearer token. */
async function fileOf(response: Response): Promise<File> {
  return namedFile(response, await response.blob());
}

/** What came with an answer, under the name that it gives. */
export function namedFile(response: Response, content: Blob): File {
  const name = /filename="([^"]+)"/.exec(response.headers.get('content-disposition') ?? '')?.[1];
  return new File([content], name ?? 'download', { type: content.type });
}

/** The specification's error catalogue: what the console says about refused and failed calls. */
function report(error: ApiError, tokenSent: string | null): void {
  // An answer that comes late says nothing of who has signed in meanwhile.
  if (error.status === 401 && tokenSent === readAccessToken()) unauthorizedListener();
  else if (error.code === 'not_a_member') strangerListener();
  else if (error.status === 403 && error.code !== 'step_up_required')
    console.error('Access forbidden: insufficient permissions');
  else if (error.status >= 500) console.error(error.message === '' ? 'Internal server error' : error.message);
}

/**
 * One call; once more, with the same Idempotency-Key, where somebody had to show first who they are.
 * @returns the parsed body (`{ data }`) or the file. @throws ApiError for every answer outside 2xx or without JSON.
 */
export async function request(options: RequestOptions): Promise<unknown> {
  try {
    return await requestOnce(options);
  } catch (error) {
    const asked = error instanceof ApiError && error.code === 'step_up_required';
    if (!asked || !(await proofAsker())) throw error;
    return await requestOnce(options);
  } finally {
    // What can be called off only asks, whatever its method.
    if (options.method !== 'GET' && options.signal === undefined) changeListener();
  }
}

async function requestOnce(options: RequestOptions): Promise<unknown> {
  const tokenSent = readAccessToken();
  const response = await send(options);
  learnServerTime(response.headers.get('date'));
  if (response.ok && options.isFile === true) return await (options.readFile ?? fileOf)(response);
  const body = await bodyOf(response);
  if (response.ok) return body;
  const error = apiErrorFrom(response.status, body);
  report(error, tokenSent);
  throw error;
}
