import { shownDomain } from '@placard/domain/website/unicode-domain';

/** Scripts that the fonts of documents draw: `fonts.ts`. */
const DRAWN =
  /^[\p{Script=Common}\p{Script=Inherited}\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Devanagari}\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Thai}\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]*$/u;

/** A stored domain for paper: as people write it, but for labels in letters that would come out as a sign for "missing". */
export function printedDomain(stored: string): string {
  return stored
    .split('.')
    .map((label) => {
      const shown = shownDomain(label);
      return DRAWN.test(shown) ? shown : label;
    })
    .join('.');
}
