/** Said by what is invisible and breaks no line. */
const JOINER = '\u2060';

/**
 * A name in which no mail program finds an address to make a link of: strangers choose it, and strangers read it in a mail of the
 * network's. It looks as before.
 */
export function unlinked(name: string): string {
  return name.replaceAll(/(?<=\S)[.:/@](?=\S)/gu, `$&${JOINER}`);
}
