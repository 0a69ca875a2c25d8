import { fontsOf, objectsOf, type PdfFont, type PdfObject } from './pdf-text.ts';
import { type PdfDictionary, type PdfValue, parsed, valuesIn } from './pdf-values.ts';

/** A part of a document and what it is made of, in the order of reading. */
export type PdfElement = {
  readonly tag: string;
  readonly scope: string | undefined;
  readonly columns: number;
  /** Said instead of its content. */
  readonly actual: string | undefined;
  readonly children: readonly (PdfElement | string)[];
};

export type PdfStructure = {
  readonly language: string | undefined;
  readonly title: string | undefined;
  readonly displaysTitle: boolean;
  readonly isMarked: boolean;
  readonly document: PdfElement;
  /** Operators that draw something which is neither in a part nor an artifact. */
  readonly strays: readonly string[];
  /** Marked content that is in no part, or in more than one, or in another one than its page says. */
  readonly astray: readonly string[];
  /** What artifacts say. */
  readonly artifacts: readonly string[];
};

/** Operators that paint (ISO 32000-1, annex A). */
const PAINTS = new Set([
  'TJ',
  'Tj',
  "'",
  '"',
  'S',
  's',
  'f',
  'F',
  'f*',
  'B',
  'B*',
  'b',
  'b*',
  'sh',
  'Do',
  'BI',
]);

type Mark = { readonly tag: string; readonly properties: PdfDictionary };
type Page = { said: Map<number, string>; strays: string[]; artifacts: string[]; parents: number };

/** What a PDF of ours tells of itself to those who hear it. */
export function pdfStructure(pdf: Uint8Array): PdfStructure {
  const bytes = Buffer.from(pdf).toString('latin1');
  const reader = new Reader(objectsOf(bytes), bytes);
  return reader.structure();
}

/** All that is said by a part, as it is heard. */
export function heard(element: PdfElement): string {
  return (
    element.actual ??
    element.children.map((child) => (typeof child === 'string' ? child : heard(child))).join('')
  );
}

/** The parts of this kind within another, from the first to the last. */
export function partsOf(element: PdfElement, tag: string): PdfElement[] {
  return element.children.flatMap((child) => {
    if (typeof child === 'string') return [];
    return child.tag === tag ? [child] : partsOf(child, tag);
  });
}

class Reader {
  readonly #objects: ReadonlyMap<string, PdfObject>;
  readonly #root: PdfDictionary;
  readonly #info: PdfDictionary;
  readonly #fonts: ReadonlyMap<string, PdfFont>;
  readonly #pages = new Map<string, Page>();
  readonly #used = new Map<string, string[]>();

  constructor(objects: ReadonlyMap<string, PdfObject>, bytes: string) {
    this.#objects = objects;
    this.#fonts = fontsOf(objects);
    const trailer = dictionary(parsed(bytes.slice(bytes.lastIndexOf('trailer') + 'trailer'.length)));
    this.#root = dictionary(this.#resolved(trailer.get('Root')));
    this.#info = dictionary(this.#resolved(trailer.get('Info')));
    for (const [id, { head }] of objects) {
      if (!head.includes('/Type /Page\n')) continue;
      const page = dictionary(parsed(head));
      this.#pages.set(id, this.#read(page));
    }
  }

  structure(): PdfStructure {
    const tree = dictionary(this.#resolved(this.#root.get('StructTreeRoot')));
    const [first = ''] = list(tree.get('K')).map(referred);
    const document = this.#element(first);
    const pages = [...this.#pages.values()];
    return {
      language: text(this.#root.get('Lang')),
      title: text(this.#resolved(this.#info.get('Title'))),
      displaysTitle:
        dictionary(this.#resolved(this.#root.get('ViewerPreferences'))).get('DisplayDocTitle') === 'true',
      isMarked: dictionary(this.#resolved(this.#root.get('MarkInfo'))).get('Marked') === 'true',
      document,
      strays: pages.flatMap(({ strays }) => strays),
      astray: this.#astray(dictionary(tree.get('ParentTree'))),
      artifacts: pages.flatMap(({ artifacts }) => artifacts),
    };
  }

  /** Each content that is marked has one part, and the page's table of parents names it. */
  #astray(parentTree: PdfDictionary): string[] {
    const numbers = list(parentTree.get('Nums'));
    return [...this.#pages].flatMap(([id, { said, parents }]) => {
      const named = list(numbers[numbers.indexOf(parents) + 1]).map(referred);
      return [...said.keys()].flatMap((mcid) => {
        const used = this.#used.get(`${id}:${mcid}`) ?? [];
        return used.length === 1 && used[0] === named[mcid] ? [] : [`${mcid} of page ${id}: ${used}`];
      });
    });
  }

  #element(id: string): PdfElement {
    const head = dictionary(parsed(this.#objects.get(id)?.head ?? ''));
    const traits = dictionary(head.get('A'));
    const page = head.has('Pg') ? referred(head.get('Pg')) : '';
    const children = list(head.get('K')).map((child) => {
      if (typeof child === 'number') return this.#said(id, page, child);
      if (child instanceof Map) return this.#said(id, referred(child.get('Pg')), Number(child.get('MCID')));
      return this.#element(referred(child));
    });
    return {
      tag: name(head.get('S')),
      scope: traits.has('Scope') ? name(traits.get('Scope')) : undefined,
      columns: Number(traits.get('ColSpan') ?? 1),
      actual: text(head.get('ActualText')),
      children,
    };
  }

  #said(element: string, page: string, mcid: number): string {
    const key = `${page}:${mcid}`;
    this.#used.set(key, [...(this.#used.get(key) ?? []), element]);
    const said = this.#pages.get(page)?.said.get(mcid);
    if (said === undefined) throw new Error(`part ${element} is made of ${key}, which is not drawn`);
    return said;
  }

  #read(page: PdfDictionary): Page {
    const read: Page = {
      said: new Map(),
      strays: [],
      artifacts: [],
      parents: Number(page.get('StructParents')),
    };
    const stream = this.#objects.get(referred(page.get('Contents')))?.stream ?? '';
    const marks: Mark[] = [];
    let font = '';
    let operands: PdfValue[] = [];
    const say = (words: string) => {
      const part = marks.find(({ properties }) => properties.has('MCID'));
      if (part === undefined) read.artifacts.push(words);
      else {
        const mcid = Number(part.properties.get('MCID'));
        read.said.set(mcid, (read.said.get(mcid) ?? '') + words);
      }
    };
    for (const value of valuesIn(stream)) {
      if (typeof value !== 'string' || value.startsWith('/')) {
        operands.push(value);
        continue;
      }
      if (value === 'BDC' || value === 'BMC') {
        const mark = { tag: name(operands[0]), properties: dictionary(operands[1]) };
        marks.push(mark);
        const mcid = mark.properties.get('MCID');
        if (mcid !== undefined) read.said.set(Number(mcid), '');
        const instead = text(mark.properties.get('ActualText'));
        if (instead !== undefined) say(instead);
      } else if (value === 'EMC') marks.pop();
      else if (value === 'Tf') font = name(operands[0]);
      else if (PAINTS.has(value)) {
        if (!marks.some(({ tag, properties }) => tag === 'Artifact' || properties.has('MCID')))
          read.strays.push(value);
        if (value === 'TJ' && !marks.some(({ properties }) => properties.has('ActualText')))
          say(this.#shown(list(operands[0]), font));
      }
      operands = [];
    }
    if (marks.length > 0) read.strays.push('a mark that is not ended');
    return read;
  }

  #shown(pieces: readonly PdfValue[], font: string): string {
    const meanings = this.#fonts.get(font)?.meanings ?? [];
    return pieces
      .flatMap((piece) => (piece instanceof Uint8Array ? [Buffer.from(piece)] : []))
      .flatMap((codes) =>
        Array.from({ length: codes.length / 2 }, (_, at) => meanings[codes.readUInt16BE(at * 2)] ?? '?'),
      )
      .join('');
  }

  #resolved(value: PdfValue | undefined): PdfValue | undefined {
    const id = referred(value);
    return id === '' ? value : parsed(this.#objects.get(id)?.head ?? '');
  }
}

function dictionary(value: PdfValue | undefined): PdfDictionary {
  return value instanceof Map ? value : new Map();
}

function list(value: PdfValue | undefined): readonly PdfValue[] {
  return Array.isArray(value) ? value : [];
}

function name(value: PdfValue | undefined): string {
  return typeof value === 'string' ? value.slice(1) : '';
}

function referred(value: PdfValue | undefined): string {
  return typeof value === 'object' && 'refers' in value ? value.refers : '';
}

/** A string of letters, in UTF-16 where it begins by saying so. */
function text(value: PdfValue | undefined): string | undefined {
  if (!(value instanceof Uint8Array)) return undefined;
  const bytes = Buffer.from(value);
  if (bytes.length < 2 || bytes.readUInt16BE() !== 0xfeff) return bytes.toString('latin1');
  return bytes.subarray(2).swap16().toString('utf16le');
}
