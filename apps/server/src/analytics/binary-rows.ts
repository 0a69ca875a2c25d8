import type { Readable } from 'node:stream';
import type { Analytics } from './open-analytics.ts';

/** Rows of one length in bytes, one after the other: ClickHouse's RowBinary, numbers little-endian. */
export type BinaryRows = { readonly bytes: Buffer; readonly rowBytes: number };

/**
 * Rows that are read as bytes: JSON of a million takes seconds to take in, in one turn.
 * @param query selects columns of fixed length and names no format
 * @param rowBytes what they come to
 */
export async function readBinaryRows(
  { client }: Pick<Analytics, 'client'>,
  rowBytes: number,
  query: string,
  params: Readonly<Record<string, unknown>> = {},
): Promise<BinaryRows> {
  const { stream } = await client.exec({ query: `${query} format RowBinary`, query_params: params });
  const bytes = await wholeOf(stream);
  if (bytes.length % rowBytes !== 0) {
    throw new Error(`${bytes.length} bytes are no whole rows of ${rowBytes}`);
  }
  return { bytes, rowBytes };
}

/** The embedded engine's answer is one piece already: not copied, for it may be long. */
async function wholeOf(stream: Readable): Promise<Buffer> {
  const pieces: Buffer[] = [];
  for await (const piece of stream) pieces.push(piece);
  const [only] = pieces;
  return only !== undefined && pieces.length === 1 ? only : Buffer.concat(pieces);
}

export function rowCount({ bytes, rowBytes }: BinaryRows): number {
  return bytes.length / rowBytes;
}

/** Where each row begins. */
export function* rowStarts({ bytes, rowBytes }: BinaryRows): Generator<number> {
  for (let at = 0; at < bytes.length; at += rowBytes) yield at;
}

const TWO_TO_32 = 4_294_967_296;

/** A count of eight bytes as a number: exact up to 2^53, where no count of events comes. */
export function countAt(bytes: Buffer, at: number): number {
  return bytes.readUInt32LE(at) + bytes.readUInt32LE(at + 4) * TWO_TO_32;
}
