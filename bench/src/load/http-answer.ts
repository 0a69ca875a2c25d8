/** Whether this is a whole HTTP/1.1 answer, as the servers measured here give it. */
export function isWhole(text: string): boolean {
  const head = text.indexOf('\r\n\r\n');
  if (head === -1) return false;
  if (text.startsWith('204', 9)) return true;
  const at = text.indexOf('ontent-Length: ');
  if (at === -1 || at > head) return text.endsWith('0\r\n\r\n');
  return text.length >= head + 4 + Number.parseInt(text.slice(at + 15, at + 25), 10);
}

export const isSuccess = (text: string) => text.charCodeAt(9) === 50;
