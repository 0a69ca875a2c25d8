/**
 * JSON text of plain ASCII, the rest as \\u escapes: an answer made of such pieces has as many bytes as characters and
 * goes out in one Latin-1 write with its head, which is half the cost of a UTF-8 one in two parts.
 */
export function asciiJson(text: string): string {
  return JSON.stringify(text).replace(/[\u007f-\uffff]/g, escapeUnit);
}

function escapeUnit(unit: string): string {
  return `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
}

/**
 * The same text in one piece. What was put together stays a tree of its parts in memory until it is read as a whole,
 * and each answer would walk that tree again. ASCII only.
 */
export function inOnePiece(text: string): string {
  return Buffer.from(text, 'latin1').toString('latin1');
}
