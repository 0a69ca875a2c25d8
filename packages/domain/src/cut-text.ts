/** What is looked for in a list, at most, in UTF-16 units. */
export const SEARCH_LENGTH_LIMIT = 200;
/** What a campaign, an ad set or a creative is about. */
export const DESCRIPTION_LENGTH_LIMIT = 2_000;

/**
 * The beginning of a text, of so many UTF-16 units at most. A letter of two units is never halved: half of one is no text, which
 * PostgreSQL refuses in JSON and shows as � elsewhere.
 */
export function cutText(text: string, most: number): string {
  const cut = text.slice(0, most);
  return /[\ud800-\udbff]$/.test(cut) ? cut.slice(0, -1) : cut;
}

/** How many letters a text has, as PostgreSQL counts them: one of two UTF-16 units, such as 😀, is one. */
export function lettersOf(text: string): number {
  return [...text].length;
}
