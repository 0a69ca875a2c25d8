import { currentLocale } from '../../i18n/texts.ts';

/** Names of codes in the reader's language; a code that has none is shown as it is. */
export function codeNames(type: 'region' | 'language', codes: readonly string[]): Map<string, string> {
  const locale = currentLocale();
  const names = new Intl.DisplayNames([locale, 'en'], { type });
  const named = codes.map((code) => [code, names.of(code) ?? code] as const);
  return new Map(named.toSorted(([, a], [, b]) => a.localeCompare(b, locale)));
}

const plain = (text: string) => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();

/**
 * The named codes that fit what is typed, best first: the code itself, names that begin with it, names with a word that
 * does, names that hold it anywhere. Accents and case do not count; within a rank the order stays.
 */
export function foundCodes<Code extends { readonly value: string; readonly label: string }>(
  named: readonly Code[],
  typed: string,
): Code[] {
  const wanted = plain(typed.trim());
  if (wanted === '') return [...named];
  const rankOf = ({ value, label }: Code): number => {
    const name = plain(label);
    if (value.toLowerCase() === wanted) return 0;
    if (name.startsWith(wanted)) return 1;
    if (name.split(/[^\p{L}\p{N}]+/u).some((word) => word.startsWith(wanted))) return 2;
    return name.includes(wanted) ? 3 : 4;
  };
  return named
    .map((code) => ({ code, rank: rankOf(code) }))
    .filter(({ rank }) => rank < 4)
    .toSorted((a, b) => a.rank - b.rank)
    .map(({ code }) => code);
}
