/**
 * A small stroke alphabet, so that the demo's banners look the same on every machine: a server often has no fonts at
 * all. Capitals 10 units high on the base line y = 10, drawn with round ends; x begins at 0.
 */
type Glyph = { readonly width: number; readonly path: string };

const GLYPHS: Readonly<Record<string, Glyph>> = {
  A: { width: 8, path: 'M0 10L4 0L8 10M1.5 6.6H6.5' },
  B: { width: 6.4, path: 'M0 0V10H3.7A2.7 2.7 0 0 0 3.7 4.6H0M0 0H3.3A2.3 2.3 0 0 1 3.3 4.6' },
  C: { width: 8.6, path: 'M8.54 1.46A5 5 0 1 0 8.54 8.54' },
  D: { width: 8, path: 'M0 0V10H3A5 5 0 0 0 3 0Z' },
  E: { width: 5.8, path: 'M5.8 0H0V10H5.8M0 5H5' },
  F: { width: 5.6, path: 'M5.6 0H0V10M0 5H4.8' },
  G: { width: 10, path: 'M8.54 1.46A5 5 0 1 0 10 5H6' },
  H: { width: 7, path: 'M0 0V10M7 0V10M0 5H7' },
  I: { width: 0, path: 'M0 0V10' },
  J: { width: 5, path: 'M5 0V7.5A2.5 2.5 0 0 1 0 7.5' },
  K: { width: 6.8, path: 'M0 0V10M6.4 0L0 5.9M2.3 3.9L6.8 10' },
  L: { width: 5.4, path: 'M0 0V10H5.4' },
  M: { width: 9, path: 'M0 10V0L4.5 6.6L9 0V10' },
  N: { width: 7, path: 'M0 10V0L7 10V0' },
  O: { width: 10, path: 'M10 5A5 5 0 1 1 0 5A5 5 0 1 1 10 5' },
  P: { width: 6.2, path: 'M0 10V0H3.4A2.8 2.8 0 0 1 3.4 5.6H0' },
  Q: { width: 10, path: 'M10 5A5 5 0 1 1 0 5A5 5 0 1 1 10 5M6.6 6.6L9.8 10' },
  R: { width: 6.6, path: 'M0 10V0H3.4A2.8 2.8 0 0 1 3.4 5.6H0M3.4 5.6L6.6 10' },
  S: {
    width: 6.3,
    path: 'M5.9 1.8C5.2.6 4.2 0 3.1 0C1.4 0 .3 1 .3 2.5C.3 5.9 6.3 4.1 6.3 7.4C6.3 9 5.1 10 3.2 10C1.8 10 .7 9.4 0 8.2',
  },
  T: { width: 7, path: 'M0 0H7M3.5 0V10' },
  U: { width: 7, path: 'M0 0V6.5A3.5 3.5 0 0 0 7 6.5V0' },
  V: { width: 8, path: 'M0 0L4 10L8 0' },
  W: { width: 12, path: 'M0 0L3 10L6 1.5L9 10L12 0' },
  X: { width: 7, path: 'M0 0L7 10M7 0L0 10' },
  Y: { width: 7.4, path: 'M0 0L3.7 5L7.4 0M3.7 5V10' },
  Z: { width: 6.6, path: 'M0 0H6.6L0 10H6.6' },
  '0': { width: 6.6, path: 'M6.6 5C6.6 8 5.4 10 3.3 10S0 8 0 5S1.2 0 3.3 0S6.6 2 6.6 5' },
  '1': { width: 2.4, path: 'M0 2L2.4 0V10' },
  '2': { width: 6.3, path: 'M.2 2.6C.4 1 1.6 0 3.2 0C5 0 6.1 1.1 6.1 2.8C6.1 5 .2 7.4 0 10H6.3' },
  '3': { width: 6.3, path: 'M.3 0H6L3 3.9C5 3.9 6.3 5.1 6.3 6.9C6.3 8.8 5 10 3.1 10C1.6 10 .5 9.3 0 8.1' },
  '4': { width: 6.6, path: 'M5 10V0L0 7H6.6' },
  '5': {
    width: 6.3,
    path: 'M5.8 0H1L.6 4.4C1.3 3.9 2.1 3.7 3 3.7C5 3.7 6.3 4.9 6.3 6.8C6.3 8.8 5 10 3.1 10C1.7 10 .6 9.3 0 8.2',
  },
  '6': { width: 6.4, path: 'M4.8 0L.9 4.7M6.4 6.8A3.2 3.2 0 1 1 0 6.8A3.2 3.2 0 1 1 6.4 6.8' },
  '7': { width: 6.2, path: 'M0 0H6.2L2.2 10' },
  '8': {
    width: 6.6,
    path: 'M5.7 2.4A2.4 2.4 0 1 1 .9 2.4A2.4 2.4 0 1 1 5.7 2.4M6.5 7.3A3.2 2.7 0 1 1 .1 7.3A3.2 2.7 0 1 1 6.5 7.3',
  },
  '9': { width: 6.4, path: 'M1.6 10L5.5 5.3M6.4 3.2A3.2 3.2 0 1 1 0 3.2A3.2 3.2 0 1 1 6.4 3.2' },
  '.': { width: 0, path: 'M0 10h.01' },
  ',': { width: 0.6, path: 'M.6 9.8L0 11.8' },
  '-': { width: 3.4, path: 'M0 5.6H3.4' },
  '!': { width: 0, path: 'M0 0V6.6M0 10h.01' },
  '%': {
    width: 8,
    path: 'M7 0L1 10M3.2 1.8A1.6 1.8 0 1 1 0 1.8A1.6 1.8 0 1 1 3.2 1.8M8 8.2A1.6 1.8 0 1 1 4.8 8.2A1.6 1.8 0 1 1 8 8.2',
  },
};

const SPACE_WIDTH = 4;

export type TextStyle = {
  /** Height of the capitals in pixels. */
  readonly height: number;
  /** Thickness of the strokes in pixels. */
  readonly weight: number;
  readonly colour: string;
  /** Space between letters, in tenths of their height. */
  readonly tracking?: number;
};

function trackingOf(style: TextStyle): number {
  return style.tracking ?? 3.2;
}

/** Pixels that a line takes. */
export function textWidth(text: string, style: TextStyle): number {
  const letters = [...text.toUpperCase()];
  const units = letters.reduce((sum, letter) => sum + (GLYPHS[letter]?.width ?? SPACE_WIDTH), 0);
  return ((units + trackingOf(style) * Math.max(0, letters.length - 1)) * style.height) / 10;
}

/** The line as SVG, its upper left corner at (x, y). */
export function drawText(text: string, x: number, y: number, style: TextStyle): string {
  const scale = style.height / 10;
  let at = 0;
  const paths: string[] = [];
  for (const letter of text.toUpperCase()) {
    const glyph = GLYPHS[letter];
    if (glyph !== undefined)
      paths.push(`<path d="${glyph.path}" transform="translate(${at.toFixed(2)} 0)"/>`);
    at += (glyph?.width ?? SPACE_WIDTH) + trackingOf(style);
  }
  return (
    `<g transform="translate(${x.toFixed(2)} ${y.toFixed(2)}) scale(${scale.toFixed(4)})" fill="none" ` +
    `stroke="${style.colour}" stroke-width="${(style.weight / scale).toFixed(3)}" stroke-linecap="round" ` +
    `stroke-linejoin="round">${paths.join('')}</g>`
  );
}

/** The same line as high as fits into the width, at most as high as the style says. */
export function fitText(text: string, maxWidth: number, style: TextStyle): TextStyle {
  const width = textWidth(text, style);
  if (width <= maxWidth) return style;
  const factor = maxWidth / width;
  return { ...style, height: style.height * factor, weight: Math.max(1, style.weight * factor) };
}
