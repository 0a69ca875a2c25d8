/**
 * Array literals for `unnest`. The driver would quote and escape each element, which is most of the time of a
 * settlement's statements; numbers and day texts need neither.
 */
export function intArray(values: readonly (number | bigint)[]): string {
  return `{${values.join(',')}}`;
}

/** Calendar days and other texts of digits and dashes. @throws RangeError for anything that would need quoting. */
export function plainTextArray(values: readonly string[]): string {
  for (const value of values) {
    if (!/^[0-9a-f-]+$/.test(value))
      throw new RangeError(`${value} cannot stand unquoted in an array literal`);
  }
  return `{${values.join(',')}}`;
}

/** `bytea[]`. */
export function byteaArray(values: readonly Uint8Array[]): string {
  return `{${values.map((value) => `"\\\\x${Buffer.from(value).toString('hex')}"`).join(',')}}`;
}

const INT4_OID = 23;
const INT8_OID = 20;
const HEADER_BYTES = 20;

/** `int4[]` and `int8[]` as PostgreSQL sends them itself: for tens of thousands of values text costs both sides several times as much. */
export function int4Array(length: number, valueAt: (index: number) => number): Buffer {
  const bytes = arrayOf(INT4_OID, length, 4);
  for (let index = 0, at = HEADER_BYTES; index < length; index += 1, at += 8) {
    bytes.writeInt32BE(4, at);
    bytes.writeInt32BE(valueAt(index), at + 4);
  }
  return bytes;
}

/** @param valueAt exact integers from 0 to 2^53 */
export function int8Array(length: number, valueAt: (index: number) => number): Buffer {
  const bytes = arrayOf(INT8_OID, length, 8);
  for (let index = 0, at = HEADER_BYTES; index < length; index += 1, at += 12) {
    const value = valueAt(index);
    bytes.writeInt32BE(8, at);
    bytes.writeUInt32BE(Math.floor(value / 2 ** 32), at + 4);
    bytes.writeUInt32BE(value >>> 0, at + 8);
  }
  return bytes;
}

/** One dimension that begins at 1, no nulls, room for the values with their lengths. */
function arrayOf(elementOid: number, length: number, valueBytes: number): Buffer {
  const bytes = Buffer.alloc(HEADER_BYTES + length * (4 + valueBytes));
  bytes.writeInt32BE(1, 0);
  bytes.writeInt32BE(elementOid, 8);
  bytes.writeInt32BE(length, 12);
  bytes.writeInt32BE(1, 16);
  return bytes;
}
