import { shownDomain } from '@placard/domain/website/unicode-domain';

/** Scripts that the fonts of documents draw: `fonts.ts`. */
const DRAWN = new RegExp(
  `^[${[
    ...['Common', 'Inherited', 'Latin', 'Greek', 'Cyrillic', 'Armenian', 'Georgian', 'Ethiopic'],
    ...[
      'Hebrew',
      'Arabic',
      'Thaana',
      'Han',
      'Hiragana',
      'Katakana',
      'Hangul',
      'Thai',
      'Lao',
      'Myanmar',
      'Khmer',
    ],
    ...[
      'Devanagari',
      'Bengali',
      'Gurmukhi',
      'Gujarati',
      'Oriya',
      'Tamil',
      'Telugu',
      'Kannada',
      'Malayalam',
      'Sinhala',
      'Tibetan',
    ],
  ]
    .map((script) => `\\p{Script=${script}}`)
    .join('')}]*$`,
  'u',
);

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
