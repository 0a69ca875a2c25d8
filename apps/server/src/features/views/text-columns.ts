import { setApart } from '@placard/texts/set-apart';

/** Cells one below the other; figures at the right of their column. No name turns round the figures beside it. */
export function textColumns(rows: readonly (readonly string[])[], right: readonly number[]): string {
  const widths = (rows[0] ?? []).map((_, index) => Math.max(...rows.map((row) => widthOf(row[index] ?? ''))));
  return rows
    .map((row) =>
      row
        .map((cell, index) => {
          const room = ' '.repeat(Math.max(0, (widths[index] ?? 0) - widthOf(cell)));
          return right.includes(index) ? `${room}${cell}` : `${setApart(cell)}${room}`;
        })
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

const letters = new Intl.Segmenter('en', { granularity: 'grapheme' });
/** Drawn as wide as two Latin letters where all of those are of one width. */
const WIDE =
  /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe4f\uff00-\uff60\uffe0-\uffe6]|\p{Emoji_Presentation}/u;

function widthOf(text: string): number {
  return Array.from(letters.segment(text)).reduce(
    (sum, { segment }) => sum + (WIDE.test(segment) ? 2 : 1),
    0,
  );
}
