import type { Font } from 'fontkit';

type Position = { xAdvance: number; yAdvance: number; xOffset: number; yOffset: number };

/**
 * Lets HarfBuzz choose and place the glyphs of a font, for scripts of which fontkit splits vowels into parts that it does not
 * find, or fails. Only from left to right.
 * @param bytes the font itself
 * @returns the same font
 */
export async function shapeByHarfBuzz(font: Font, bytes: Uint8Array): Promise<Font> {
  const harfbuzz = await import('harfbuzzjs');
  const shaper = new harfbuzz.Font(new harfbuzz.Face(new harfbuzz.Blob(bytes)));
  const layout = font.layout.bind(font);
  font.layout = (text) => {
    const buffer = new harfbuzz.Buffer();
    buffer.addText(text);
    buffer.guessSegmentProperties();
    buffer.setDirection(harfbuzz.Direction.LTR);
    harfbuzz.shape(shaper, buffer);
    const shaped = buffer.getGlyphInfosAndPositions();
    // Of the glyphs that stand for some letters together the first says them, the others nothing.
    const says = shaped.map(({ cluster }, at) => {
      if (shaped[at - 1]?.cluster === cluster) return [];
      const next = shaped.slice(at).find((later) => later.cluster !== cluster);
      return Array.from(text.slice(cluster, next?.cluster), (letter) => letter.codePointAt(0) ?? 0);
    });
    const run = layout('');
    run.glyphs = shaped.map(({ codepoint }, at) => font.getGlyph(codepoint, says[at]));
    run.positions = shaped.map(
      ({ xAdvance = 0, yAdvance = 0, xOffset = 0, yOffset = 0 }): Position => ({
        ...{ xAdvance, yAdvance, xOffset, yOffset },
      }),
    );
    return run;
  };
  return font;
}
