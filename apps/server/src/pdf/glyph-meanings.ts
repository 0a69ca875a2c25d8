import type { Font, Glyph } from 'fontkit';

declare module 'fontkit' {
  interface Subset {
    /** What the published types leave out: the font's own number of each glyph, in the order of those of the subset. */
    readonly glyphs: number[];
  }
}

/** Beyond what a font can number: such a number stands for a glyph that is drawn for other characters than before. */
const FIRST_FURTHER = 0x1_0000;

/**
 * Lets a glyph that is drawn for several letters be told apart by who copies or hears it. Arabic letters share their bodies
 * (alef with and without hamza), and a PDF says of each of its glyphs once what it stands for: such a glyph is embedded once
 * for each letter.
 * @returns the same font
 */
export function withMeanings(font: Font): Font {
  const [getGlyph, layout, createSubset] = [
    font.getGlyph.bind(font),
    font.layout.bind(font),
    font.createSubset.bind(font),
  ];
  // A font hands out each of its glyphs with the characters of its first use.
  font.getGlyph = (id, codePoints = []) => copyOf(getGlyph(id), { codePoints });
  const numbers = new Map<number, Map<string, number>>();
  const furthers: number[] = [];
  const numberOf = ({ id, codePoints }: Glyph): number => {
    const known = numbers.get(id) ?? new Map<string, number>();
    numbers.set(id, known);
    const meaning = codePoints.join(' ');
    const number = known.get(meaning) ?? (known.size === 0 ? id : FIRST_FURTHER + furthers.push(id) - 1);
    known.set(meaning, number);
    return number;
  };
  font.layout = (text, ...rest) => {
    const run = layout(text, ...rest);
    run.glyphs = run.glyphs.map((glyph) =>
      copyOf(glyph, { id: numberOf(glyph), advanceWidth: glyph.advanceWidth }),
    );
    return run;
  };
  font.createSubset = () => {
    const subset = createSubset();
    const includeGlyph = subset.includeGlyph.bind(subset);
    const places = new Map<number, number>();
    // It is given numbers, and answers with a place, whatever the published types say.
    const include = (glyph: number | Glyph): unknown => {
      const number = typeof glyph === 'number' ? glyph : glyph.id;
      const drawn = furthers[number - FIRST_FURTHER];
      if (drawn === undefined) return includeGlyph(font.getGlyph(number));
      const place = places.get(number) ?? subset.glyphs.push(drawn) - 1;
      places.set(number, place);
      return place;
    };
    return Object.assign(subset, { includeGlyph: include });
  };
  return font;
}

function copyOf(glyph: Glyph, changes: Partial<Pick<Glyph, 'id' | 'codePoints' | 'advanceWidth'>>): Glyph {
  const properties = Object.entries(changes).map(([key, value]) => [key, { value, writable: true }]);
  const copy: Glyph = Object.create(glyph, Object.fromEntries(properties));
  return copy;
}
