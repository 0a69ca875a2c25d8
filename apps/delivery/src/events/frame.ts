import { crc32 } from 'node:zlib';

/**
 * A group of records as it stands in a segment file, big-endian:
 * u32 length of the records in bytes, u32 CRC-32 of all that follows, u64 spool offset of the first record,
 * u32 number of records, records. A group of length 0 marks where a segment begins.
 */
export const FRAME_HEADER_BYTES = 20;

const LENGTH_AT = 0;
const CRC_AT = 4;
const START_AT = 8;
const COUNT_AT = 16;

export type Frame = {
  /** Spool offset of the first record: it counts record bytes only, over all segments. */
  readonly start: number;
  readonly end: number;
  readonly recordCount: number;
  /** Where the records begin in the bytes read. */
  readonly bodyAt: number;
};

/** Fills in the header of a group whose records stand at `FRAME_HEADER_BYTES` of `target`. */
export function sealFrame(
  target: Buffer,
  group: { readonly start: number; readonly length: number; readonly recordCount: number },
): void {
  target.writeUInt32BE(group.length, LENGTH_AT);
  target.writeUInt32BE(Math.floor(group.start / 2 ** 32), START_AT);
  target.writeUInt32BE(group.start % 2 ** 32, START_AT + 4);
  target.writeUInt32BE(group.recordCount, COUNT_AT);
  target.writeUInt32BE(crc32(target.subarray(START_AT, FRAME_HEADER_BYTES + group.length)), CRC_AT);
}

/** Spool offset that a group at `at` would begin with, whether one does or not; -1 behind the end. */
export function startAt(bytes: Buffer, at: number): number {
  if (at + FRAME_HEADER_BYTES > bytes.length) return -1;
  return bytes.readUInt32BE(at + START_AT) * 2 ** 32 + bytes.readUInt32BE(at + START_AT + 4);
}

/** Number of records that it would have; `at` as for `startAt`, and not behind the end. */
export function recordCountAt(bytes: Buffer, at: number): number {
  return bytes.readUInt32BE(at + COUNT_AT);
}

/** @returns the frame at `at`, `null` where none begins or its CRC does not hold: there the segment ends. */
export function readFrame(bytes: Buffer, at: number): Frame | null {
  if (at + FRAME_HEADER_BYTES > bytes.length) return null;
  const length = bytes.readUInt32BE(at + LENGTH_AT);
  const bodyAt = at + FRAME_HEADER_BYTES;
  if (bodyAt + length > bytes.length) return null;
  if (crc32(bytes.subarray(at + START_AT, bodyAt + length)) !== bytes.readUInt32BE(at + CRC_AT)) return null;
  const start = startAt(bytes, at);
  return { start, end: start + length, recordCount: recordCountAt(bytes, at), bodyAt };
}
