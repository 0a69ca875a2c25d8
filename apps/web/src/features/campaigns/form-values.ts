import { type Amount, isUnread } from '../../kits/form/amount.ts';

type Kept = Readonly<Record<string, unknown>>;

/** Drafts are kept as typed and may be older than this form: whatever does not fit becomes the default. */
export function keptText(kept: Kept, name: string, otherwise: string): string {
  const value = kept[name];
  return typeof value === 'string' ? value : otherwise;
}

export function keptAmount(kept: Kept, name: string, otherwise: Amount): Amount {
  const value = kept[name];
  return typeof value === 'number' || value === '' || isUnread(value) ? value : otherwise;
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
