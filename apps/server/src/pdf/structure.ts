declare global {
  namespace PDFKit {
    interface PDFStructureElement {
      /** What the published types leave out. */
      readonly dictionary: { readonly data: Record<string, unknown> };
    }
  }
}

/** What holds parts of a document, and what is a part itself. Names of ISO 32000-1, 14.8.4. */
export type Group = 'Table' | 'TR';
export type Part = 'H1' | 'P' | 'TH' | 'TD';

/** Of a cell of a table. */
export type CellTraits = {
  /** Of a head: whose cells it is the head of. */
  readonly scope?: 'Column' | 'Row';
  /** One by default. */
  readonly columns?: number;
};

/** Repeated or counted on each page, or drawn for the eye alone. */
export type ArtifactKind = 'Pagination' | 'Layout';

/**
 * What stands where in a document, for whoever is read it to: a tree of its parts beside what is drawn, in the order of
 * reading. Everything that is drawn is either in a part or an artifact.
 */
export class Structure {
  readonly #pdf: PDFKit.PDFDocument;
  readonly #root: PDFKit.PDFStructureElement;
  /** From the outermost to the one that takes what comes next. */
  readonly #open: PDFKit.PDFStructureElement[] = [];

  constructor(pdf: PDFKit.PDFDocument) {
    this.#pdf = pdf;
    this.#root = pdf.struct('Document');
    pdf.addStructure(this.#root);
  }

  /** What comes until `close` is in it. */
  open(group: Group): void {
    this.#open.push(this.#added(group, {}));
  }

  close(): void {
    this.#open.pop()?.end();
  }

  /** @param actual what it says, where that cannot be told from what is drawn */
  part(part: Part, traits: CellTraits, actual: string | undefined, draw: () => void): void {
    const element = this.#added(part, traits);
    if (actual !== undefined) element.dictionary.data.ActualText = new String(actual);
    element.add(this.#pdf.markStructureContent(part));
    draw();
    this.#pdf.endMarkedContent();
    element.end();
  }

  artifact(kind: ArtifactKind, draw: () => void): void {
    this.#pdf.markContent('Artifact', { type: kind });
    draw();
    this.#pdf.endMarkedContent();
  }

  /** @param actual what is said by what is drawn, where its signs by themselves would say something else */
  instead(actual: string, draw: () => void): void {
    this.#pdf.markContent('Span', { actual });
    draw();
    this.#pdf.endMarkedContent();
  }

  #added(kind: Group | Part, { scope, columns }: CellTraits): PDFKit.PDFStructureElement {
    const element = this.#pdf.struct(kind);
    const { data } = element.dictionary;
    if (scope !== undefined || columns !== undefined) data.A = { O: 'Table', Scope: scope, ColSpan: columns };
    (this.#open.at(-1) ?? this.#root).add(element);
    return element;
  }
}
