import { currentLocale } from '../../i18n/texts.ts';

/** Names of codes in the reader's language; a code that has none is shown as it is. */
export function codeNames(type: 'region' | 'language', codes: readonly string[]): Map<string, string> {
  const locale = currentLocale();
  const names = new Intl.DisplayNames([locale, 'en'], { type });
  const named = codes.map((code) => [code, names.of(code) ?? code] as const);
  return new Map(named.toSorted(([, a], [, b]) => a.localeCompare(b, locale)));
}
