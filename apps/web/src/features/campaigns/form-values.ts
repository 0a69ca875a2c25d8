/** Reading what a number field holds: '' while empty, a text while somebody types. */
export type Amount = number | string;

/** @returns `undefined` for an empty field and for what is no number. */
export function amountOf(value: Amount): number | undefined {
  if (typeof value === 'number') return Number.isFinite(value) ? value : undefined;
  const text = value.trim();
  if (text === '') return undefined;
  const number = Number(text);
  return Number.isFinite(number) ? number : undefined;
}

/** The same for a field that may stay empty. A text that is no number stays `undefined`: the schema refuses it. */
export function optionalAmount(value: Amount): number | null | undefined {
  return String(value).trim() === '' ? null : amountOf(value);
}

type Kept = Readonly<Record<string, unknown>>;

/** Drafts are kept as typed and may be older than this form: whatever does not fit becomes the default. */
export function keptText(kept: Kept, name: string, otherwise: string): string {
  const value = kept[name];
  return typeof value === 'string' ? value : otherwise;
}

export function keptAmount(kept: Kept, name: string, otherwise: Amount): Amount {
  const value = kept[name];
  return typeof value === 'number' || typeof value === 'string' ? value : otherwise;
}

export function keptFlag(kept: Kept, name: string, otherwise: boolean): boolean {
  const value = kept[name];
  return typeof value === 'boolean' ? value : otherwise;
}

export function keptList<Item>(
  kept: Kept,
  name: string,
  fits: (item: unknown) => item is Item,
  otherwise: readonly Item[],
): Item[] {
  const value = kept[name];
  return Array.isArray(value) ? value.filter(fits) : [...otherwise];
}

export function keptOneOf<const Values extends readonly string[]>(
  kept: Kept,
  name: string,
  values: Values,
): Values[number] | '' {
  return values.find((value) => value === kept[name]) ?? '';
}
