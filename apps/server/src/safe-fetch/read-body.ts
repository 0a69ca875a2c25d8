import type { IncomingMessage } from 'node:http';
import type { Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import { FetchFailure } from './fetch-failure.ts';

export type BodyLimits = {
  /** As sent. */
  readonly maxBytes: number;
  /** After decompression. */
  readonly maxDecodedBytes: number;
};

/** The whole body, decompressed. @throws FetchFailure `too_large`, `bad_encoding`. */
export async function readBody(
  response: IncomingMessage,
  { maxBytes, maxDecodedBytes }: BodyLimits,
): Promise<Buffer> {
  const decoder = decoderOf(response.headers['content-encoding']);
  const chunks: Buffer[] = [];
  const counted = (limit: number) =>
    async function* count(source: AsyncIterable<Buffer>) {
      let bytes = 0;
      for await (const chunk of source) {
        bytes += chunk.length;
        if (bytes > limit) throw new FetchFailure('too_large');
        yield chunk;
      }
    };
  const collect = async (source: AsyncIterable<Buffer>) => {
    for await (const chunk of source) chunks.push(chunk);
  };
  try {
    const source: Readable = response;
    if (decoder === null) await pipeline(source, counted(Math.min(maxBytes, maxDecodedBytes)), collect);
    else await pipeline(source, counted(maxBytes), decoder, counted(maxDecodedBytes), collect);
  } catch (cause) {
    // zlib's own codes; everything else is the connection's fault.
    if (
      cause instanceof Error &&
      'code' in cause &&
      /^(Z_|ERR__?ERROR|ERR_BROTLI)/.test(String(cause.code))
    ) {
      throw new FetchFailure('bad_encoding');
    }
    throw cause;
  }
  return Buffer.concat(chunks);
}

/** @throws FetchFailure `bad_encoding` for encodings that were not asked for, and several on top of each other. */
function decoderOf(header: string | undefined): Transform | null {
  switch ((header ?? '').trim().toLowerCase()) {
    case '':
    case 'identity':
      return null;
    case 'gzip':
    case 'x-gzip':
      return createGunzip();
    case 'deflate':
      return createInflate();
    case 'br':
      return createBrotliDecompress();
    default:
      throw new FetchFailure('bad_encoding');
  }
}
