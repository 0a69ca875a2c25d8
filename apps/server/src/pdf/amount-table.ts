import { GREY, PAGE, type Sheet } from './sheet.ts';

/** Points. */
const WIDTH = PAGE.right - PAGE.left;
const AMOUNT_WIDTH = 130;
const PADDING = 5;
/** Below it is the foot of the page. */
const BOTTOM = PAGE.bottom - 20;
const SMALL = { size: 9, colour: GREY } as const;
const TEXT_SIZE = 10;

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
    this.#drawHeads();
  }

  /** A small line above the rows that belong together; empty: some room alone. */
  section(text: string): void {
    this.#y += 14;
    if (text !== '') this.#y = this.#sheet.text(text, PAGE.left, this.#room(30), SMALL) + 2;
  }

  row(text: string, amount: string, { bold = false, ruled = true }: RowStyle = {}): void {
    const sheet = this.#sheet;
    const weight = bold ? 'bold' : 'regular';
    const style = { size: TEXT_SIZE, weight, width: WIDTH - AMOUNT_WIDTH - 12 } as const;
    const height = sheet.heightOf(text, style) + 2 * PADDING;
    const y = this.#room(height);
    if (ruled) sheet.rule(y);
    sheet.text(text, PAGE.left, y + PADDING, style);
    const amountStyle = { size: TEXT_SIZE, weight, width: AMOUNT_WIDTH, align: 'right' } as const;
    sheet.text(amount, PAGE.right - AMOUNT_WIDTH, y + PADDING, amountStyle);
    this.#y = y + height;
  }

  /** A small text over the whole width. */
  note(text: string): void {
    const style = { ...SMALL, width: WIDTH };
    this.#y = this.#sheet.text(text, PAGE.left, this.#room(this.#sheet.heightOf(text, style)), style) + 2;
  }

  #drawHeads(): void {
    const [text, amount] = this.#heads;
    const style = { ...SMALL, width: AMOUNT_WIDTH, align: 'right' } as const;
    this.#sheet.text(amount, PAGE.right - AMOUNT_WIDTH, this.#y, style);
    this.#y = this.#sheet.text(text, PAGE.left, this.#y, SMALL) + PADDING;
  }

  /** Where the next line goes: on a new page if this one has too little left. */
  #room(height: number): number {
    if (this.#y + height > BOTTOM) {
      this.#sheet.addPage();
      this.#y = PAGE.top;
      this.#drawHeads();
    }
    return this.#y;
  }
}
