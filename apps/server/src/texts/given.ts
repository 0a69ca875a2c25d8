import type { Language } from '@placard/domain/language';
import type { Worded } from './worded.ts';

/** Each value as it is, or as it is worded in the reader's language. */
export type Given<Demanded> = { readonly [Name in keyof Demanded]: Demanded[Name] | Worded };
export type AnyGiven = Readonly<Record<string, string | number | Worded>>;
/** A translator whose keys and values were checked where they were given. */
export type Says = (key: string, values: Readonly<Record<string, string | number>>) => string;

export function wordedIn(language: Language, values: AnyGiven): Record<string, string | number> {
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      typeof value === 'function' ? value(language) : value,
    ]),
  );
}
