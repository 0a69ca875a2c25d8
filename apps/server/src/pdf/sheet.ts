import type { Font } from 'fontkit';
import { type Faces, loadFaces, REPLACEMENT, type Weight } from './fonts.ts';
import { type Direction, drawable, type VisualRun, visualRuns } from './visual-runs.ts';

declare global {
  namespace PDFKit.Mixins {
    interface PDFFont {
      /** A font that was opened already, which the published types leave out. */
      font(opened: Font): this;
    }
  }
}

/** A4 in points (1/72 inch), with our margins. */
export const PAGE = { left: 56, top: 56, right: 595.28 - 56, bottom: 841.89 - 56 } as const;
export const INK = '#101828';
export const GREY = '#667085';
const HAIRLINE = '#d0d5dd';

/** Points from the upper edge of the page. */
const FOOT_TOP = PAGE.bottom + 14;
const FOOT = { size: 8, colour: GREY } as const;

/** Of Noto Sans, in shares of the size: room for what stands above and below its letters. */
const ASCENT = 1.069;
const LINE_HEIGHT = 1.362;

export type TextStyle = {
  /** Points. */
  readonly size: number;
  readonly weight?: Weight;
  readonly colour?: string;
  /** Points; longer lines are broken. None: one line, however long. */
  readonly width?: number;
  readonly align?: 'left' | 'right';
  readonly direction?: Direction;
};

export type SheetInfo = {
  readonly title: string;
  readonly author: string;
  readonly at: Date;
  /** What stands below each page, beside its number. */
  readonly foot?: (page: number, pages: number) => { readonly left: string; readonly right: string };
};

/**
 * A document of A4 pages as PDF, with the fonts that its texts need, embedded as subsets. The same content gives the
 * same bytes. No text makes it throw: what no font has is drawn as the replacement character.
 * @param content whatever the document is made of; every text in it can be drawn
 */
export async function drawPdf(
  info: SheetInfo,
  content: unknown,
  draw: (sheet: Sheet) => void,
): Promise<Uint8Array<ArrayBuffer>> {
  // Loaded for the first document: it costs more than the rest of the API's start.
  const { default: Pdf } = await import('pdfkit');
  const faces = await loadFaces([...PRINTABLE_ASCII, ...textsIn(content).flatMap(drawable)]);
  const pdf = new Pdf({
    size: 'A4',
    margin: PAGE.left,
    // How many pages there are is known at the end: then each gets its foot.
    bufferPages: true,
    info: {
      Title: info.title.toWellFormed(),
      Author: info.author.toWellFormed(),
      CreationDate: info.at,
      ModDate: info.at,
    },
  });
  const chunks: Buffer[] = [];
  const done = new Promise<void>((resolve, reject) => {
    pdf.on('data', (chunk: Buffer) => chunks.push(chunk));
    pdf.on('end', resolve);
    pdf.on('error', reject);
  });
  const sheet = new Sheet(pdf, faces);
  draw(sheet);
  sheet.drawFeet(info.foot);
  pdf.end();
  await done;
  return new Uint8Array(Buffer.concat(chunks));
}

/** What the documents themselves say: labels, figures, dates. */
const PRINTABLE_ASCII = [
  String.fromCharCode(...Array.from({ length: 0x7f - 0x20 }, (_, index) => 0x20 + index)),
  '·•–',
];

function textsIn(content: unknown): string[] {
  if (typeof content === 'string') return [content];
  if (typeof content !== 'object' || content === null) return [];
  return Object.values(content).flatMap(textsIn);
}

/** Widths in points. */
type Line = { readonly runs: readonly (VisualRun & { readonly width: number })[]; readonly width: number };

/** Texts and rules on pages. Places in points from the upper left corner of the page. */
export class Sheet {
  readonly #pdf: PDFKit.PDFDocument;
  readonly #faces: Faces;

  constructor(pdf: PDFKit.PDFDocument, faces: Faces) {
    this.#pdf = pdf;
    this.#faces = faces;
  }

  addPage(): void {
    this.#pdf.addPage();
  }

  /** Below every page that was drawn. */
  drawFeet(foot: SheetInfo['foot']): void {
    if (foot === undefined) return;
    const { count } = this.#pdf.bufferedPageRange();
    const width = PAGE.right - PAGE.left;
    for (let index = 0; index < count; index += 1) {
      this.#pdf.switchToPage(index);
      const { left, right } = foot(index + 1, count);
      const rightWidth = this.#lines(right, FOOT).reduce((most, line) => Math.max(most, line.width), 0);
      this.text(right, PAGE.left, FOOT_TOP, { ...FOOT, width, align: 'right' });
      // One line: a long name ends before the number of the page begins.
      const [line] = this.#lines(left, { ...FOOT, width: width - rightWidth - 12 });
      if (line !== undefined) this.#drawLine(line, PAGE.left, FOOT_TOP + FOOT.size * ASCENT, FOOT);
    }
  }

  rule(y: number): void {
    this.#pdf.moveTo(PAGE.left, y).lineTo(PAGE.right, y).lineWidth(0.5).strokeColor(HAIRLINE).stroke();
  }

  /** @returns points from the upper edge of the first line to the lower edge of the last */
  heightOf(text: string, style: TextStyle): number {
    return this.#lines(text, style).length * style.size * LINE_HEIGHT;
  }

  /** @param y upper edge of the first line. @returns the lower edge of the last */
  text(text: string, x: number, y: number, style: TextStyle): number {
    const { size, width = 0, align = 'left', colour = INK } = style;
    let top = y;
    for (const line of this.#lines(text, style)) {
      const left = align === 'right' ? x + width - line.width : x;
      this.#drawLine(line, left, top + size * ASCENT, { ...style, colour });
      top += size * LINE_HEIGHT;
    }
    return top;
  }

  #drawLine(line: Line, x: number, baseline: number, style: TextStyle & { readonly colour: string }): void {
    const weight = style.weight ?? 'regular';
    let left = x;
    for (const { face, text, width } of line.runs) {
      this.#pdf.font(face[weight]).fontSize(style.size).fillColor(style.colour);
      this.#pdf.text(text, left, baseline, { lineBreak: false, baseline: 'alphabetic', features: [] });
      left += width;
    }
  }

  #lines(text: string, { size, weight = 'regular', width, direction = 'ltr' }: TextStyle): Line[] {
    const lineOf = (one: string): Line => {
      const runs = visualRuns(one, this.#faces, direction).map((run) => ({
        ...run,
        width: widthOf(run.text, run.face[weight], size),
      }));
      return { runs, width: runs.reduce((sum, run) => sum + run.width, 0) };
    };
    return drawable(text).flatMap((whole) => {
      const line = lineOf(whole);
      if (width === undefined || line.width <= width) return [line];
      return wrapped(whole, width, (part) => lineOf(part).width).map(lineOf);
    });
  }
}

function widthOf(text: string, font: Font, size: number): number {
  return (font.layout(text, []).advanceWidth / font.unitsPerEm) * size;
}

const MISSING = String.fromCodePoint(REPLACEMENT);
const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** Breaks at spaces, and inside what is longer than a line, as texts without spaces are. */
function wrapped(text: string, width: number, measure: (part: string) => number): string[] {
  const lines: string[] = [];
  let line = '';
  let used = 0;
  const push = (part: string, length: number) => {
    if (used + length > width && line !== '') {
      lines.push(line.trimEnd());
      line = '';
      used = 0;
      if (part.trim() === '') return;
    }
    line += part;
    used += length;
  };
  for (const token of text.match(/\s+|\S+/g) ?? []) {
    const length = measure(token);
    if (length <= width) push(token, length);
    else {
      for (const { segment } of graphemes.segment(token)) {
        const own = measure(segment);
        // A whole formula may be one letter (U+FDFD is as wide as ten): wider than the line, it would run over the next column.
        if (own <= width) push(segment, own);
        else push(MISSING, measure(MISSING));
      }
    }
  }
  return [...lines, line.trimEnd()];
}
