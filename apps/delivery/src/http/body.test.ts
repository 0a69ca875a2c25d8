import type { IncomingMessage, ServerResponse } from 'node:http';
import { PassThrough } from 'node:stream';
import { describe, expect, test } from 'vitest';
import { readBody } from './body.ts';

const MAX_BYTES = 8;

/** A request whose body arrives as it is written, and what became of it. */
function begin(declared = '') {
  const request = new PassThrough();
  const outcome: string[] = [];
  readBody(
    request as unknown as IncomingMessage,
    {} as ServerResponse,
    { declared, maxBytes: MAX_BYTES, refuse: () => void outcome.push('refused') },
    (body) => void outcome.push(`taken ${body.toString()}`),
  );
  return { request, outcome };
}

async function sent(declared: string, chunks: readonly string[]): Promise<string[]> {
  const { request, outcome } = begin(declared);
  for (const chunk of chunks) request.write(chunk);
  await new Promise<void>((resolve) => {
    request.on('end', resolve);
    request.end();
    request.resume();
  });
  return outcome;
}

describe('a body', () => {
  test.each([
    [['12345678'], ['taken 12345678']],
    [['1234', '5678'], ['taken 12345678']],
    [[], ['taken ']],
    [['123456789'], ['refused']],
    [['12345678', '9', 'and more'], ['refused']],
  ])('of pieces %j is %j, whether its length was declared or not', async (chunks, outcome) => {
    expect(await sent('', chunks)).toEqual(outcome);
    expect(await sent('8', chunks)).toEqual(outcome);
  });

  test('that is declared to be larger is refused before any of it comes', () => {
    expect(begin('9').outcome).toEqual(['refused']);
    expect(begin('8').outcome).toEqual([]);
  });
});
