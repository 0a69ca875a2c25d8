/**
 * Characters that no name needs and that make it lie: line breaks and escapes forge entries of logs and mails, direction
 * marks turn "fdp.exe" round, what has no width makes two names look like one. The joiners stay: emoji and several
 * scripts are written with them.
 */
const HIDDEN =
  /[\p{Cc}\p{Cs}\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\u{e0000}-\u{e007f}]/u;

/** Is it a text that shows all that is in it, on one line? */
export function isOneLine(text: string): boolean {
  return !HIDDEN.test(text);
}

/** Is it a text of several lines that shows all that is in it? Tabs and line breaks as every keyboard makes them stay. */
export function isPlainText(text: string): boolean {
  return isOneLine(text.replaceAll(/\r?\n|\t/g, ' '));
}
