const BYTE_ORDER_MARKS = [
  ['utf-16le', [0xff, 0xfe]],
  ['utf-16be', [0xfe, 0xff]],
] as const;

/**
 * The text of a file of UTF-8, or of UTF-16 that says so by its first two bytes; null where it is written otherwise. Letters
 * that can't be read must not come out as others: a name would be changed to them.
 */
export function decodedText(bytes: Uint8Array): string | null {
  const marked = BYTE_ORDER_MARKS.find(([, mark]) => mark.every((byte, at) => bytes[at] === byte));
  try {
    return new TextDecoder(marked?.[0] ?? 'utf-8', { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}
