import { GREY, PAGE, type Sheet, type TextStyle } from './sheet.ts';

/** Points. */
const WIDTH = PAGE.right - PAGE.left;
const AMOUNT_WIDTH = 130;
const PADDING = 5;
/** Below it is the foot of the page. */
const BOTTOM = PAGE.bottom - 20;
const SMALL = { size: 9, colour: GREY } as const;
const WIDE = { ...SMALL, width: WIDTH } as const;
const WIDE_GAP = 2;
const TEXT_SIZE = 10;
const SECTION_ROOM = 14;
const COLUMNS = 2;

export type AmountRow = {
  readonly text: string;
  readonly amount: string;
  readonly bold?: boolean;
  readonly ruled?: boolean;
  /** Some room above it. */
  readonly apart?: boolean;
  /** A small text over the whole width below it. */
  readonly remark?: string;
};

/** Texts and their amounts, line below line, on as many pages as it takes, with the columns' heads on each. */
export class AmountTable {
  readonly #sheet: Sheet;
  readonly #heads: readonly [text: string, amount: string];
  #y: number;
  #section: string | undefined;

  /** @param from where the heads begin */
  constructor(sheet: Sheet, heads: readonly [text: string, amount: string], from: number) {
    this.#sheet = sheet;
    this.#heads = heads;
    this.#y = from;
    sheet.open('Table');
    this.#drawHeads('TH');
  }

  /** A small line above the rows that belong together; empty: some room alone. It stands where the next row does. */
  section(text: string): void {
    this.#section = text;
  }

  row(text: string, amount: string, look: Pick<AmountRow, 'bold' | 'ruled' | 'remark'> = {}): void {
    this.rows([{ text, amount, ...look }]);
  }

  /** What is read together stands on one page: a sum below what it sums up. */
  rows(rows: readonly AmountRow[]): void {
    const section = this.#section;
    this.#section = undefined;
    if (section !== undefined) this.#y += SECTION_ROOM;
    const head = section === undefined || section === '' ? 0 : this.#wideHeight(section);
    this.#room(head + rows.reduce((sum, row) => sum + this.#heightOf(row), 0));
    if (head > 0) this.#wideCell(section ?? '', { ...SMALL, part: 'TH', scope: 'Column' });
    for (const row of rows) this.#drawRow(row);
  }

  /** Rows with sums below them: the last row stands on the page of the sums, so that none of these is alone there. */
  summed(rows: readonly AmountRow[], sums: readonly AmountRow[]): void {
    for (const row of rows.slice(0, -1)) this.rows([row]);
    this.rows([...rows.slice(-1), ...sums]);
  }

  #drawRow(row: AmountRow): void {
    const sheet = this.#sheet;
    const { text, amount, bold = false, ruled = true, remark } = row;
    if (row.apart) this.#y += SECTION_ROOM;
    const y = this.#y;
    if (ruled) sheet.rule(y);
    const weight = bold ? 'bold' : 'regular';
    const amountStyle = { size: TEXT_SIZE, weight, width: AMOUNT_WIDTH, align: 'right' } as const;
    sheet.open('TR');
    sheet.text(text, PAGE.left, y + PADDING, { ...rowStyle(row), part: 'TH', scope: 'Row' });
    sheet.text(amount, PAGE.right - AMOUNT_WIDTH, y + PADDING, { ...amountStyle, part: 'TD' });
    sheet.close();
    this.#y = y + this.#textHeight(row);
    if (remark !== undefined) this.#wideCell(remark, { ...WIDE, part: 'TD' });
  }

  #textHeight(row: AmountRow): number {
    return this.#sheet.heightOf(row.text, rowStyle(row)) + 2 * PADDING;
  }

  #heightOf(row: AmountRow): number {
    const apart = row.apart ? SECTION_ROOM : 0;
    return apart + this.#textHeight(row) + (row.remark === undefined ? 0 : this.#wideHeight(row.remark));
  }

  #wideHeight(text: string): number {
    return this.#sheet.heightOf(text, WIDE) + WIDE_GAP;
  }

  /** After the last row. @param notes small texts over the whole width, below the table */
  end(notes: readonly string[] = []): void {
    this.#sheet.close();
    this.#y += SECTION_ROOM;
    for (const note of notes) {
      this.#room(this.#wideHeight(note), false);
      this.#y = this.#sheet.text(note, PAGE.left, this.#y, WIDE) + WIDE_GAP;
    }
  }

  /** A row of one cell. */
  #wideCell(text: string, style: TextStyle): void {
    this.#sheet.open('TR');
    const end = this.#sheet.text(text, PAGE.left, this.#y, { ...style, columns: COLUMNS });
    this.#sheet.close();
    this.#y = end + WIDE_GAP;
  }

  /** @param part cells of the table where it begins; repeated on a page for the eye alone */
  #drawHeads(part: 'TH' | 'artifact'): void {
    const [text, amount] = this.#heads;
    const style = { ...SMALL, part, scope: 'Column' } as const;
    const amountStyle = { ...style, width: AMOUNT_WIDTH, align: 'right' } as const;
    const top = this.#y;
    if (part === 'TH') this.#sheet.open('TR');
    this.#y = this.#sheet.text(text, PAGE.left, top, style) + PADDING;
    this.#sheet.text(amount, PAGE.right - AMOUNT_WIDTH, top, amountStyle);
    if (part === 'TH') this.#sheet.close();
  }

  /** Goes on on a new page if this one has too little left. @param heads the table goes on there */
  #room(height: number, heads = true): void {
    if (this.#y + height <= BOTTOM) return;
    this.#sheet.addPage();
    this.#y = PAGE.top;
    if (heads) this.#drawHeads('artifact');
  }
}

function rowStyle({ bold = false }: AmountRow) {
  return {
    size: TEXT_SIZE,
    weight: bold ? 'bold' : 'regular',
    width: WIDTH - AMOUNT_WIDTH - 12,
  } as const;
}
