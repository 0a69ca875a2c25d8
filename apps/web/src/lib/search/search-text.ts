/**
 * The query of a page: plain names and plain texts, `?status=active&sort=-created&page=2`. A screen reads its own
 * names through a parser that knows what they may hold (`list-search.ts`), so a mended URL never breaks a page.
 */
export type SearchRecord = Record<string, string | undefined>;

const MAX_PARAMETERS = 40;
/** The longest is where to go after signing in: a page with all that its own address holds. */
const MAX_LENGTH = 4_000;

export function parseSearchText(search: string): SearchRecord {
  const record: SearchRecord = {};
  for (const [name, value] of [...new URLSearchParams(search)].slice(0, MAX_PARAMETERS)) {
    if (name !== '__proto__' && value.length <= MAX_LENGTH) record[name] = value;
  }
  return record;
}

export function searchText(record: Readonly<Record<string, unknown>>): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(record)) {
    if (value !== undefined && value !== null && value !== '') query.set(name, String(value));
  }
  const text = query.toString();
  return text === '' ? '' : `?${text}`;
}

export function validSearch(raw: Record<string, unknown>): SearchRecord {
  const record: SearchRecord = {};
  for (const [name, value] of Object.entries(raw)) {
    if (value !== undefined && value !== null) record[name] = String(value);
  }
  return record;
}

/** Beyond it no record has a number. */
const LARGEST_ID = 2_147_483_647;

/** Reads a record's number out of an address. */
export function idParameter(text: string): number | undefined {
  const id = /^[1-9]\d{0,9}$/.test(text) ? Number(text) : undefined;
  return id !== undefined && id <= LARGEST_ID ? id : undefined;
}
