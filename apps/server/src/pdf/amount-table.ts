import { GREY, PAGE, type Sheet, type TextStyle } from './sheet.ts';

/** Points. */
const WIDTH = PAGE.right - PAGE.left;
const AMOUNT_WIDTH = 130;
const PADDING = 5;
/** Below it is the foot of the page. */
const BOTTOM = PAGE.bottom - 20;
const SMALL = { size: 9, colour: GREY } as const;
const TEXT_SIZE = 10;
const SECTION_ROOM = 14;
const COLUMNS = 2;

type RowStyle = { readonly bold?: boolean; readonly ruled?: boolean };

/** Texts and their amounts, line below line, on as many pages as it takes, with the columns' heads on each. */
export class AmountTable {
  readonly #sheet: Sheet;
  readonly #heads: readonly [text: string, amount: string];
  #y: number;

  /** @param from where the heads begin */
  constructor(sheet: Sheet, heads: readonly [text: string, amount: string], from: number) {
    this.#sheet = sheet;
    this.#heads = heads;
    this.#y = from;
    sheet.open('Table');
    this.#drawHeads('TH');
  }

  /** A small line above the rows that belong together; empty: some room alone. */
  section(text: string): void {
    this.#y += SECTION_ROOM;
    if (text === '') return;
    const y = this.#room(30);
    this.#y = this.#wideCell(text, y, { ...SMALL, part: 'TH', scope: 'Column' });
  }

  row(text: string, amount: string, { bold = false, ruled = true }: RowStyle = {}): void {
    const sheet = this.#sheet;
    const weight = bold ? 'bold' : 'regular';
    const style = { size: TEXT_SIZE, weight, width: WIDTH - AMOUNT_WIDTH - 12 } as const;
    const height = sheet.heightOf(text, style) + 2 * PADDING;
    const y = this.#room(height);
    if (ruled) sheet.rule(y);
    const amountStyle = { size: TEXT_SIZE, weight, width: AMOUNT_WIDTH, align: 'right' } as const;
    sheet.open('TR');
    sheet.text(text, PAGE.left, y + PADDING, { ...style, part: 'TH', scope: 'Row' });
    sheet.text(amount, PAGE.right - AMOUNT_WIDTH, y + PADDING, { ...amountStyle, part: 'TD' });
    sheet.close();
    this.#y = y + height;
  }

  /** A small text over the whole width, of the row above. */
  remark(text: string): void {
    const style = { ...SMALL, width: WIDTH };
    const y = this.#room(this.#sheet.heightOf(text, style));
    this.#y = this.#wideCell(text, y, { ...style, part: 'TD' });
  }

  /** After the last row. @param notes small texts over the whole width, below the table */
  end(notes: readonly string[] = []): void {
    const style = { ...SMALL, width: WIDTH };
    this.#sheet.close();
    this.#y += SECTION_ROOM;
    for (const note of notes) {
      const y = this.#room(this.#sheet.heightOf(note, style));
      this.#y = this.#sheet.text(note, PAGE.left, y, style) + 2;
    }
  }

  /** A row of one cell. @returns where the next one begins */
  #wideCell(text: string, y: number, style: TextStyle): number {
    this.#sheet.open('TR');
    const end = this.#sheet.text(text, PAGE.left, y, { ...style, columns: COLUMNS });
    this.#sheet.close();
    return end + 2;
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

  /** Where the next line goes: on a new page if this one has too little left. */
  #room(height: number): number {
    if (this.#y + height > BOTTOM) {
      this.#sheet.addPage();
      this.#y = PAGE.top;
      this.#drawHeads('artifact');
    }
    return this.#y;
  }
}
