import type { Socket } from 'node:net';
import { AppError } from '../api/app-error.ts';
import { errorBody } from './error-encoding.ts';

const REFUSALS: Readonly<Record<string, readonly [status: string, said: string]>> = {
  ERR_HTTP_REQUEST_TIMEOUT: ['408 Request Timeout', 'The request did not come to its end in time.'],
  HPE_HEADER_OVERFLOW: ['431 Request Header Fields Too Large', 'The head of the request is too long.'],
};
const UNREADABLE = ['400 Bad Request', 'The request could not be read.'] as const;

/**
 * What the HTTP parser cannot read, or waited for in vain: told in our words, and cut. Nothing is said to who has said
 * nothing: browsers open connections before they need them, and would take it for the answer to what they ask in this moment.
 */
export function refuseUnread(error: NodeJS.ErrnoException, socket: Socket): void {
  if (socket.bytesRead === 0 || !socket.writable) {
    socket.destroy();
    return;
  }
  const [status, apiOnly] = REFUSALS[error.code ?? ''] ?? UNREADABLE;
  const body = JSON.stringify(errorBody(new AppError('bad_request', { apiOnly })));
  const head = [
    `HTTP/1.1 ${status}`,
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
    'Connection: close',
  ];
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`, () => socket.destroy());
}
