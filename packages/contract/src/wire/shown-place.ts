/**
 * How the tag names what the page shows already: 12 characters of an ad's token, which hold its ad set and creative.
 * They name no visitor, and nothing of them is signed: a page that lies about itself only sees the same ads again.
 */
const FROM = 16;
const TO = 28;
/** Bytes 12 … 20 of the token: ad set, creative, and one byte that is nothing here. */
const CREATIVE_AT = 4;

/** Places of a page that a call names at most; of more the newest. */
export const MAX_SHOWN_PLACES = 100;

export function shownPlaceOf(token: string): string {
  return token.slice(FROM, TO);
}

const TEXT = /^[\w-]{12}$/;

/** @returns `null` for what is no part of a token. */
export function readShownPlace(
  text: string,
): { readonly adSetId: number; readonly creativeId: number } | null {
  if (!TEXT.test(text)) return null;
  const code = atob(text.replaceAll('-', '+').replaceAll('_', '/'));
  const numberAt = (at: number) =>
    code.charCodeAt(at) * 2 ** 24 +
    (code.charCodeAt(at + 1) << 16) +
    (code.charCodeAt(at + 2) << 8) +
    code.charCodeAt(at + 3);
  return { adSetId: numberAt(0), creativeId: numberAt(CREATIVE_AT) };
}
