import type { IncomingMessage, ServerResponse } from 'node:http';
import { answerErrorAndClose } from './answers.ts';

/**
 * Hands over a request's body once all of it is there. One that is larger than it may be is refused as soon as that
 * is known.
 * `declared` is the Content-Length header, '' if there is none; `refuse` answers in another way than with an API error.
 * @returns done once it was refused or taken. What `take` throws comes of it: thrown to the request's own events it would end the process.
 */
export async function readBody(
  request: IncomingMessage,
  response: ServerResponse,
  limit: { readonly declared: string; readonly maxBytes: number; readonly refuse?: () => void },
  take: (body: Buffer) => void | Promise<void>,
): Promise<void> {
  const tooLarge = () =>
    answerErrorAndClose(request, response, 'too_large', {
      message: `A body has at most ${limit.maxBytes} bytes.`,
    });
  const { refuse = tooLarge } = limit;
  if (Number(limit.declared) > limit.maxBytes) {
    refuse();
    return;
  }
  const chunks: Buffer[] = [];
  let bytes = 0;
  await new Promise<void>((resolve) => {
    request.on('data', (chunk: Buffer) => {
      if (bytes > limit.maxBytes) return;
      bytes += chunk.length;
      if (bytes > limit.maxBytes) refuse();
      else chunks.push(chunk);
    });
    request.on('end', resolve);
  });
  if (bytes > limit.maxBytes) return;
  // Nearly always it came in one piece.
  const [first] = chunks;
  await take(first !== undefined && chunks.length === 1 ? first : Buffer.concat(chunks));
}
