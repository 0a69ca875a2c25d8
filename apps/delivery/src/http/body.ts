import type { IncomingMessage, ServerResponse } from 'node:http';
import { answerErrorAndClose } from './answers.ts';

/**
 * Hands over a request's body once all of it is there. One that is larger than it may be is refused as soon as that
 * is known.
 * @param declared the Content-Length header, '' if there is none
 */
export function readBody(
  request: IncomingMessage,
  response: ServerResponse,
  limit: { readonly declared: string; readonly maxBytes: number },
  take: (body: Buffer) => void,
): void {
  const refuse = () =>
    answerErrorAndClose(request, response, 'too_large', {
      message: `A body has at most ${limit.maxBytes} bytes.`,
    });
  if (Number(limit.declared) > limit.maxBytes) {
    refuse();
    return;
  }
  const chunks: Buffer[] = [];
  let bytes = 0;
  request.on('data', (chunk: Buffer) => {
    if (bytes > limit.maxBytes) return;
    bytes += chunk.length;
    if (bytes > limit.maxBytes) refuse();
    else chunks.push(chunk);
  });
  request.on('end', () => {
    if (bytes <= limit.maxBytes) take(Buffer.concat(chunks));
  });
}
