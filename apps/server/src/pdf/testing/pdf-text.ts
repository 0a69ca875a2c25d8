import { inflateSync } from 'node:zlib';

/** What stands side by side in a PDF of ours without a gap, glyph by glyph from left to right. */
export type PdfPiece = {
  /** What the glyph stands for, by the font's own table, which is what a reader copies and searches. */
  readonly glyphs: readonly string[];
  /** Points from the left edge of the page. */
  readonly left: number;
  readonly right: number;
};

/** What a PDF of ours says, in the order in which it was drawn. */
export function pdfPieces(pdf: Uint8Array): PdfPiece[] {
  const objects = objectsOf(Buffer.from(pdf).toString('latin1'));
  const fonts = fontsOf(objects);
  return [...objects.values()].flatMap(({ stream }) => {
    const pieces: (PdfPiece & { readonly y: number })[] = [];
    for (const drawn of drawnIn(stream, fonts)) {
      const last = pieces.at(-1);
      const joins = last !== undefined && last.y === drawn.y && Math.abs(last.right - drawn.left) < 0.1;
      if (joins) pieces.pop();
      pieces.push(joins ? { ...drawn, left: last.left, glyphs: [...last.glyphs, ...drawn.glyphs] } : drawn);
    }
    return pieces;
  });
}

export function pdfText(pdf: Uint8Array): string[] {
  return pdfPieces(pdf).map(({ glyphs }) => glyphs.join(''));
}

/** The same by page: each ends with its foot, whose number is drawn first. */
export function pagesOf(pdf: Uint8Array): string[][] {
  const pages: string[][] = [[]];
  for (const text of pdfText(pdf)) {
    pages.at(-1)?.push(text);
    if (/^Page \d+ of \d+$/.test(text)) pages.push([]);
  }
  return pages;
}

export type PdfObject = { readonly head: string; readonly stream: string };

export function objectsOf(pdf: string): Map<string, PdfObject> {
  const objects = new Map<string, PdfObject>();
  for (const [, id = '', body = ''] of pdf.matchAll(/(?:^|\n)(\d+) 0 obj\n([\s\S]*?)\nendobj/g)) {
    const begin = body.indexOf('\nstream\n');
    const head = begin < 0 ? body : body.slice(0, begin);
    const bytes = body.slice(begin + '\nstream\n'.length, body.lastIndexOf('\nendstream'));
    const packed = begin >= 0 && head.includes('/FlateDecode');
    const stream = packed ? inflateSync(Buffer.from(bytes, 'latin1')).toString('latin1') : '';
    objects.set(id, { head, stream });
  }
  return objects;
}

export type PdfFont = { readonly meanings: readonly string[]; readonly widths: readonly number[] };

/** By the name under which pages use them. */
export function fontsOf(objects: ReadonlyMap<string, PdfObject>): Map<string, PdfFont> {
  const fonts = new Map<string, PdfFont>();
  const referred = (head: string, key: string) =>
    objects.get(new RegExp(`/${key} \\[?(\\d+) 0 R`).exec(head)?.[1] ?? '');
  for (const { head } of objects.values()) {
    for (const [, name = '', id = ''] of head.matchAll(/\/(F\d+) (\d+) 0 R/g)) {
      const font = objects.get(id)?.head ?? '';
      const widths = /\/W \[0 \[([^\]]*)\]/.exec(referred(font, 'DescendantFonts')?.head ?? '')?.[1] ?? '';
      fonts.set(name, {
        meanings: meaningsOf(referred(font, 'ToUnicode')?.stream ?? ''),
        widths: widths.split(' ').map(Number),
      });
    }
  }
  return fonts;
}

/** A ToUnicode table as pdfkit writes it: ranges of glyphs that follow each other, each with its characters in UTF-16. */
function meaningsOf(table: string): string[] {
  return [...table.matchAll(/<[0-9a-f]{4}> <[0-9a-f]{4}> \[(.*?)\]/g)].flatMap(([, entries = '']) =>
    [...entries.matchAll(/<([0-9a-f ]*)>/g)].map(([, units = '']) =>
      String.fromCharCode(...(units.match(/[0-9a-f]{4}/g) ?? []).map((unit) => Number.parseInt(unit, 16))),
    ),
  );
}

const OPERATORS = /1 0 0 1 ([\d.-]+) ([\d.-]+) Tm|\/(F\d+) ([\d.]+) Tf|\[(.*?)\] TJ/g;

/** Each text object of a page. Marks that are set above or below their letters have places of their own inside it. */
function* drawnIn(stream: string, fonts: ReadonlyMap<string, PdfFont>) {
  for (const [, text = ''] of stream.matchAll(/\nBT\n([\s\S]*?)\nET\n/g)) {
    const glyphs: string[] = [];
    let [first, baseline]: [number | null, number] = [null, 0];
    let at = 0;
    let size = 0;
    let font: PdfFont = { meanings: [], widths: [] };
    for (const [, x, y, name, points, shown = ''] of text.matchAll(OPERATORS)) {
      if (x !== undefined) at = Number(x);
      if (first === null) [first, baseline] = [at, Number(y)];
      if (name !== undefined) [font, size] = [fonts.get(name) ?? font, Number(points)];
      for (const [, hex, shift] of shown.matchAll(/<([0-9a-f]+)>|(-?[\d.]+)/g)) {
        at -= (Number(shift ?? 0) / 1000) * size;
        for (const digits of hex?.match(/.{4}/g) ?? []) {
          const glyph = Number.parseInt(digits, 16);
          glyphs.push(font.meanings[glyph] ?? '?');
          at += ((font.widths[glyph] ?? 0) / 1000) * size;
        }
      }
    }
    yield { glyphs, y: baseline, left: first ?? 0, right: at };
  }
}
