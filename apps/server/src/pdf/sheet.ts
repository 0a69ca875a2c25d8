import type { Language } from '@placard/domain/language';
import type { Font, Glyph } from 'fontkit';
import { type Faces, loadFaces, REPLACEMENT, type Weight } from './fonts.ts';
import { type CellTraits, type Group, type Part, Structure } from './structure.ts';
import { type Direction, directionOf, drawable, type VisualRun, visible, visualRuns } from './visual-runs.ts';

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

export type TextStyle = CellTraits & {
  /** Points. */
  readonly size: number;
  readonly weight?: Weight;
  readonly colour?: string;
  /** Points; longer lines are broken. None: one line, however long. */
  readonly width?: number;
  readonly align?: 'left' | 'right';
  readonly direction?: Direction;
  /** What it is in the document: a paragraph by default. An artifact is drawn, and not read out. */
  readonly part?: Part | 'artifact';
};

export type SheetInfo = {
  readonly title: string;
  readonly author: string;
  readonly language: Language;
  readonly at: Date;
  /** What stands below each page, beside its number. */
  readonly foot?: (page: number, pages: number) => { readonly left: string; readonly right: string };
};

/**
 * A document of A4 pages as PDF/UA-1 (ISO 14289-1): with the fonts that its texts need, embedded as subsets, and a tree
 * of what its parts are. The same content gives the same bytes. No text makes it throw: what no font has is drawn as the
 * replacement character.
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
    pdfVersion: '1.7',
    tagged: true,
    lang: info.language,
    displayTitle: true,
    info: { CreationDate: info.at, ModDate: info.at },
  });
  pdf.appendXML(IS_PDF_UA);
  Object.assign(pdf.info, { Title: new InfoText(info.title), Author: new InfoText(info.author) });
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

/** By which a reader knows that the file means to keep to ISO 14289-1. */
const IS_PDF_UA =
  '<rdf:Description xmlns:pdfuaid="http://www.aiim.org/pdfua/ns/id/" rdf:about=""><pdfuaid:part>1</pdfuaid:part></rdf:Description>';

const IN_XML: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };

/** A property of the document. pdfkit takes its value for the PDF, and writes it into XML as it is. */
class InfoText extends String {
  constructor(text: string) {
    // XML has no controls, and neither U+FFFE nor U+FFFF.
    super(text.toWellFormed().replace(/[\p{Cc}\ufffe\uffff]/gu, ' '));
  }

  override toString(): string {
    return this.valueOf().replace(/[&<>]/g, (sign) => IN_XML[sign] ?? sign);
  }
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
type Line = {
  readonly runs: readonly MeasuredRun[];
  readonly width: number;
};
type MeasuredRun = VisualRun & {
  readonly width: number;
  readonly font: Font;
  readonly glyphs: readonly Glyph[];
};

/** Texts and rules on pages. Places in points from the upper left corner of the page. */
export class Sheet {
  readonly #pdf: PDFKit.PDFDocument;
  readonly #faces: Faces;
  readonly #structure: Structure;
  /** For each font what its glyphs stand for in the PDF: the characters for which each was drawn first. */
  readonly #meanings = new Map<Font, Map<number, string>>();

  constructor(pdf: PDFKit.PDFDocument, faces: Faces) {
    this.#pdf = pdf;
    this.#faces = faces;
    this.#structure = new Structure(pdf);
  }

  addPage(): void {
    this.#pdf.addPage();
  }

  /** What is drawn until `close` belongs to it. */
  open(group: Group): void {
    this.#structure.open(group);
  }

  close(): void {
    this.#structure.close();
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
      this.text(right, PAGE.left, FOOT_TOP, { ...FOOT, width, align: 'right', part: 'artifact' });
      // One line: a long name ends before the number of the page begins.
      const [line] = this.#lines(left, { ...FOOT, width: width - rightWidth - 12 });
      if (line === undefined) continue;
      this.#structure.artifact('Pagination', () =>
        this.#drawLine(line, PAGE.left, FOOT_TOP + FOOT.size * ASCENT, FOOT),
      );
    }
  }

  rule(y: number): void {
    this.#structure.artifact('Layout', () => {
      this.#pdf.moveTo(PAGE.left, y).lineTo(PAGE.right, y).lineWidth(0.5).strokeColor(HAIRLINE).stroke();
    });
  }

  /** @returns points from the upper edge of the first line to the lower edge of the last */
  heightOf(text: string, style: TextStyle): number {
    return this.#lines(text, style).length * style.size * LINE_HEIGHT;
  }

  /** @param y upper edge of the first line. @returns the lower edge of the last */
  text(text: string, x: number, y: number, style: TextStyle): number {
    const { size, width = 0, align = 'left', colour = INK, part = 'P' } = style;
    const lines = this.#lines(text, style);
    const draw = () => {
      let top = y;
      for (const line of lines) {
        const left = align === 'right' ? x + width - line.width : x;
        this.#drawLine(line, left, top + size * ASCENT, { size, colour });
        top += size * LINE_HEIGHT;
      }
    };
    const isTurned = lines.some(({ runs }) => runs.some((run) => run.isRightToLeft));
    const actual = isTurned ? drawable(text).map(visible).join(' ') : undefined;
    if (part === 'artifact') this.#structure.artifact('Pagination', draw);
    else this.#structure.part(part, style, actual, draw);
    return y + lines.length * size * LINE_HEIGHT;
  }

  #drawLine(
    line: Line,
    x: number,
    baseline: number,
    { size, colour }: { size: number; colour: string },
  ): void {
    let left = x;
    for (const run of line.runs) {
      const draw = () => {
        this.#pdf.font(run.font).fontSize(size).fillColor(colour);
        this.#pdf.text(run.text, left, baseline, { lineBreak: false, baseline: 'alphabetic', features: [] });
      };
      // Readers turn round by themselves what stands from right to left, also what would be said here in the right order.
      if (this.#saidBy(run) === spaced(run.says) || run.isRightToLeft) draw();
      else this.#structure.instead(run.says, draw);
      left += run.width;
    }
  }

  /** What a reader takes from a run, one sign after the other as they are drawn; null where one says nothing, which some take for a gap. */
  #saidBy({ font, glyphs }: MeasuredRun): string | null {
    if (glyphs.some(({ codePoints }) => codePoints.length === 0)) return null;
    const known = this.#meanings.get(font) ?? new Map<number, string>();
    this.#meanings.set(font, known);
    let said = '';
    for (const { id, codePoints } of glyphs) {
      const meaning = known.get(id) ?? spaced(String.fromCodePoint(...codePoints));
      known.set(id, meaning);
      said += meaning;
    }
    return said;
  }

  #lines(text: string, { size, weight = 'regular', width, direction = 'ltr' }: TextStyle): Line[] {
    const lineOf = (one: string, from: 'ltr' | 'rtl', more = false): Line => {
      const runs = visualRuns(one, this.#faces, from).map((run) => measured(run, run.face[weight], size));
      const lineWidth = runs.reduce((sum, run) => sum + run.width, 0);
      // A line that was broken between words ends in the space that parts them, beyond the width: it is not seen, but read.
      if (more) {
        const { main } = this.#faces;
        runs.push(measured({ text: ' ', says: ' ', face: main, isRightToLeft: false }, main[weight], size));
      }
      return { runs, width: lineWidth };
    };
    return drawable(text).flatMap((whole) => {
      const from = directionOf(whole, direction);
      const line = lineOf(whole, from);
      if (width === undefined || line.width <= width) return [line];
      const lines = wrapped(whole, width, (part) => lineOf(part, from).width);
      return goingOn(lines).map(({ text: one, more }) => lineOf(one, from, more));
    });
  }
}

function measured(run: VisualRun, font: Font, size: number): MeasuredRun {
  const { advanceWidth, glyphs } = font.layout(run.text, []);
  return { ...run, font, glyphs, width: (advanceWidth / font.unitsPerEm) * size };
}

/** All spaces as one kind: which of them was meant is of no use to a reader, and fonts have one glyph for several. */
function spaced(text: string): string {
  return text.replace(/\s/g, ' ');
}

/** `more`: a space parts it from the next one. */
type BrokenLine = { readonly text: string; readonly more: boolean };

const MISSING = String.fromCodePoint(REPLACEMENT);
const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });

/**
 * Breaks at spaces, and inside what is longer than a line, as texts without spaces are.
 */
function wrapped(text: string, width: number, measure: (part: string) => number): BrokenLine[] {
  const lines: BrokenLine[] = [];
  let line = '';
  let used = 0;
  const push = (part: string, length: number) => {
    if (used + length > width && line !== '') {
      const words = line.trimEnd();
      const isSpace = part.trim() === '';
      lines.push({ text: words, more: isSpace || words !== line });
      line = '';
      used = 0;
      if (isSpace) return;
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
  return [...lines, { text: line.trimEnd(), more: false }];
}

/** First strong isolate, right to left isolate, and the end of both. */
const [APART, APART_TO_THE_LEFT, TOGETHER] = ['\u2068', '\u2067', '\u2069'];

/** A name that is set apart and broken goes on in its own direction on the next line. */
function goingOn(lines: readonly BrokenLine[]): BrokenLine[] {
  let open = '';
  return lines.map(({ text, more }) => {
    const whole = open + text;
    const begin =
      whole.lastIndexOf(APART) < 0 ? whole.lastIndexOf(APART_TO_THE_LEFT) : whole.lastIndexOf(APART);
    const isOpen = begin > whole.lastIndexOf(TOGETHER);
    if (!isOpen) open = '';
    else if (open === '')
      open = directionOf(whole.slice(begin + 1), 'auto') === 'rtl' ? APART_TO_THE_LEFT : APART;
    return { text: whole, more };
  });
}
