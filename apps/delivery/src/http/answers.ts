import type { IncomingMessage, ServerResponse } from 'node:http';

export const ERROR_CODES = {
  invalid_request: 400,
  not_found: 404,
  method_not_allowed: 405,
  too_large: 413,
  url_too_long: 414,
  unavailable: 503,
} as const;
export type ErrorCode = keyof typeof ERROR_CODES;

/** What is wrong with a request: the field and the rule it breaks. */
export type RequestIssue = { readonly path: string; readonly message: string };
type Problem = { readonly message: string; readonly issues?: readonly RequestIssue[] };

// A raw header list is written as it is: no object is made and walked for each answer.
export const AD_HEADERS = [
  'Content-Type',
  'application/json',
  'Cache-Control',
  'no-store',
  'Access-Control-Allow-Origin',
  '*',
  'X-Content-Type-Options',
  'nosniff',
];

export const JSON_HEADERS = [
  'Content-Type',
  'application/json; charset=utf-8',
  'Cache-Control',
  'no-store',
  'Access-Control-Allow-Origin',
  '*',
  'X-Content-Type-Options',
  'nosniff',
];

/**
 * What any page may embed or beacon to without CORS says so: a page with `Cross-Origin-Embedder-Policy: require-corp` drops
 * what does not.
 */
const FOR_ANY_PAGE = [
  ...['Access-Control-Allow-Origin', '*', 'Cross-Origin-Resource-Policy', 'cross-origin'],
  ...['X-Content-Type-Options', 'nosniff'],
];

export const STORED_HEADERS = [...FOR_ANY_PAGE, 'Cache-Control', 'no-store'];

const PIXEL = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64');
const PIXEL_HEADERS = [
  'Content-Type',
  'image/gif',
  'Content-Length',
  String(PIXEL.length),
  'Cache-Control',
  'no-store',
  ...FOR_ANY_PAGE,
];

/** What was sent is on disk. */
export function answerStored(response: ServerResponse): void {
  response.writeHead(204, STORED_HEADERS);
  response.end();
}

export const NOT_STORED = { message: 'Events cannot be stored now; please send them again.' } as const;

/** Events could not be stored; whoever sent them does so again. */
export function answerNotStored(response: ServerResponse): void {
  answerError(response, 'unavailable', NOT_STORED);
}

/** The answer to an event that is told by asking for an image. */
export function answerPixel(request: IncomingMessage, response: ServerResponse, stored: boolean): void {
  if (!stored) {
    answerNotStored(response);
    return;
  }
  response.writeHead(200, PIXEL_HEADERS);
  response.end(request.method === 'HEAD' ? undefined : PIXEL);
}

/** Sends a visitor who has clicked on to the landing page. */
export function answerRedirect(response: ServerResponse, target: string): void {
  response.writeHead(302, [
    'Location',
    target,
    'Cache-Control',
    'no-store',
    'Referrer-Policy',
    'no-referrer-when-downgrade',
    'X-Content-Type-Options',
    'nosniff',
    'Content-Length',
    '0',
  ]);
  response.end();
}

/** To a browser that asks ahead of its visitor. It asks anew when there is one; what succeeds it would take for the answer to that. */
export function answerNotAhead(response: ServerResponse): void {
  answerError(response, 'unavailable', { message: 'This link is not for asking ahead.' });
}

export function answerError(response: ServerResponse, code: ErrorCode, problem: Problem): void {
  const { status, headers, body } = errorAnswer(code, problem);
  response.writeHead(status, headers);
  response.end(body);
}

export function errorAnswer(code: ErrorCode, problem: Problem) {
  const body = JSON.stringify({ error: { code, ...problem } });
  const headers = [...JSON_HEADERS, 'Content-Length', String(Buffer.byteLength(body))];
  if (code === 'unavailable') headers.push('Retry-After', '1');
  return { status: ERROR_CODES[code], headers, body };
}

/** A refusal while the body may still be arriving: the connection ends with it. */
export function answerErrorAndClose(
  request: IncomingMessage,
  response: ServerResponse,
  code: ErrorCode,
  problem: { readonly message: string },
): void {
  response.shouldKeepAlive = false;
  answerError(response, code, problem);
  request.resume();
}

/** Reading and preflight from any page; never with credentials. */
export function answerPreflight(response: ServerResponse): void {
  response.writeHead(204, [
    'Access-Control-Allow-Origin',
    '*',
    'Access-Control-Allow-Methods',
    'GET, POST',
    'Access-Control-Allow-Headers',
    'Content-Type',
    'Access-Control-Max-Age',
    '86400',
    'X-Content-Type-Options',
    'nosniff',
  ]);
  response.end();
}
