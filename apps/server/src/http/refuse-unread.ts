import type { Socket } from 'node:net';
import { AppError, type AppErrorOptions } from '../api/app-error.ts';
import { errorBody } from './error-encoding.ts';

type Refusal = { readonly status: string; readonly options: AppErrorOptions };

const REFUSALS: Readonly<Record<string, Refusal>> = {
  ERR_HTTP_REQUEST_TIMEOUT: {
    status: '408 Request Timeout',
    options: { apiOnly: 'The request did not come to its end in time.' },
  },
  HPE_HEADER_OVERFLOW: {
    status: '431 Request Header Fields Too Large',
    options: { apiOnly: 'The head of the request is too long.' },
  },
};
const UNREADABLE: Refusal = { status: '400 Bad Request', options: {} };

/**
 * What the HTTP parser cannot read, or waited for in vain: told in our words, and cut. Nothing is said to who has said
 * nothing: browsers open connections before they need them, and would take it for the answer to what they ask in this moment.
 */
export function refuseUnread(error: NodeJS.ErrnoException, socket: Socket): void {
  if (socket.bytesRead === 0 || !socket.writable) {
    socket.destroy();
    return;
  }
  const { status, options } = REFUSALS[error.code ?? ''] ?? UNREADABLE;
  const body = JSON.stringify(errorBody(new AppError('bad_request', options)));
  const head = [
    `HTTP/1.1 ${status}`,
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
    'Connection: close',
  ];
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`, () => socket.destroy());
}
