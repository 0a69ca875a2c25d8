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
