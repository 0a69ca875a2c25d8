/**
 * Characters that no name needs and that make it lie: line breaks and escapes forge entries of logs and mails, direction
 * marks turn "fdp.exe" round, what has no width, as a hyphen for the end of a line, makes two names look like one, and
 * fillers make one that looks empty. The joiners stay: emoji and several scripts are written with them.
 */
const HIDDEN =
  /\u034f|\u17b4|\u17b5|[\p{Cc}\p{Cs}\u00ad\u061c\u115f\u1160\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\u3164\ufeff\uffa0\ufff9-\ufffb\u{e0000}-\u{e007f}]/u;

/** Those of them that come along where an address is copied from a mail or a document, and belong to none. */
const COPIED_ALONG = /[\u00ad\u061c\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff]/g;

/** An address of the web or of a mailbox as it was typed or copied, without what nobody sees in it. */
export function typedAddress(text: string): string {
  return text.replace(COPIED_ALONG, '').trim();
}

/** How many marks one letter bears. Scripts that pile them up need five or six; from some dozens on they are drawn over the lines around. */
export const MARKS_ON_A_LETTER = 8;
/** The joiners among them: they draw nothing and would begin the count anew. */
const PILED_UP = new RegExp(`[\\p{Mn}\\p{Me}\\u200c\\u200d]{${MARKS_ON_A_LETTER + 1}}`, 'u');

/** Is it a text that shows all that is in it, on one line and not beyond it? */
export function isOneLine(text: string): boolean {
  return !HIDDEN.test(text) && !PILED_UP.test(text);
}

/**
 * Is it a text of several lines that shows all that is in it? Tabs and line breaks as every keyboard makes them stay, and
 * hyphens for the end of a line, which come with text that is copied from a page.
 */
export function isPlainText(text: string): boolean {
  return isOneLine(text.replaceAll(/\r?\n|\t|\u00ad/g, ' '));
}
