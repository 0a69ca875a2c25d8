import { formatMicros, type Micros } from '@placard/domain/micros';
import { localDayAt } from '@placard/domain/time-zone';
import { printedDomain } from '../../pdf/printed-domain.ts';
import { drawPdf, GREY, PAGE, type Sheet } from '../../pdf/sheet.ts';
import type { Statement, StatementEarning, StatementEntry } from './statements.ts';

const BOTTOM = PAGE.bottom - 20;
const WIDTH = PAGE.right - PAGE.left;
const AMOUNT_WIDTH = 130;
const SMALL = { size: 9, colour: GREY } as const;

const KINDS: Readonly<Record<StatementEntry['kind'], string>> = {
  withdrawal: 'Withdrawal',
  return: 'Returned',
  adjustment: 'Adjustment',
};

/** The statement as PDF, A4, as many pages as its lines need. The same statement gives the same bytes. */
export async function renderStatementPdf(statement: Statement): Promise<Uint8Array<ArrayBuffer>> {
  const info = {
    title: `Statement ${statement.month}`,
    author: statement.network,
    at: statement.closedAt,
  };
  // The fonts are cut to what is given here: domains as they are printed.
  const printed = { ...statement, earnings: statement.earnings.map(printedEarning) };
  return await drawPdf(info, printed, (sheet) => {
    const lines = new Lines(sheet, statement.currency, writeHead(sheet, statement));
    lines.add('Opening balance', statement.openingMicros, { bold: true });
    lines.title(`Earnings in ${statement.month}`);
    for (const { website, widget, micros } of printed.earnings) {
      lines.add(website === null ? 'Not kept by widget' : `${website} · ${widget}`, micros);
    }
    lines.add('All earnings', statement.earnedMicros, { bold: true });
    if (statement.entries.length > 0) lines.title('Withdrawals and adjustments');
    for (const { at, kind, text, micros } of statement.entries) {
      const day = localDayAt(statement.timeZone, at.getTime());
      lines.add(`${day}  ${KINDS[kind]}${text === '' ? '' : ` ${text}`}`, micros);
    }
    lines.title('');
    lines.add('Closing balance', statement.closingMicros, { bold: true });
  });
}

function printedEarning(earning: StatementEarning): StatementEarning {
  return earning.website === null ? earning : { ...earning, website: printedDomain(earning.website) };
}

/** @returns where it ends */
function writeHead(sheet: Sheet, statement: Statement): number {
  const { left, top } = PAGE;
  const nameStyle = { size: 20, weight: 'bold', width: WIDTH, direction: 'auto' } as const;
  let y = sheet.text(statement.network, left, top, nameStyle) + 14;
  y = sheet.text(`Statement ${statement.month}`, left, y, { size: 14, weight: 'bold' });
  const closed = localDayAt(statement.timeZone, statement.closedAt.getTime());
  y = sheet.text(`Closed ${closed}, days in ${statement.timeZone}`, left, y, SMALL) + 14;
  y = sheet.text('Publisher', left, y, SMALL);
  for (const line of statement.publisher) {
    y = sheet.text(line, left, y, { size: 11, width: WIDTH * 0.7, direction: 'auto' });
  }
  return Math.max(y, 200) + 16;
}

/** A text and its amount, line below line, on as many pages as it takes. */
class Lines {
  readonly #sheet: Sheet;
  readonly #currency: string;
  #y: number;

  constructor(sheet: Sheet, currency: string, from: number) {
    this.#sheet = sheet;
    this.#currency = currency;
    this.#y = from;
  }

  title(text: string): void {
    this.#y += 14;
    if (text === '') return;
    this.#y = this.#sheet.text(text, PAGE.left, this.#room(30), SMALL) + 2;
  }

  add(text: string, micros: Micros, { bold = false } = {}): void {
    const sheet = this.#sheet;
    const style = { size: 10, weight: bold ? 'bold' : 'regular', width: WIDTH - AMOUNT_WIDTH - 12 } as const;
    const height = sheet.heightOf(text, style);
    const y = this.#room(height + 10);
    sheet.rule(y);
    sheet.text(text, PAGE.left, y + 5, style);
    sheet.text(moneyOf(micros, this.#currency), PAGE.right - AMOUNT_WIDTH, y + 5, {
      ...style,
      width: AMOUNT_WIDTH,
      align: 'right',
    });
    this.#y = y + 10 + height;
  }

  /** Where the next line goes: on a new page if this one has too little left. */
  #room(height: number): number {
    if (this.#y + height > BOTTOM) {
      this.#sheet.addPage();
      this.#y = PAGE.top;
    }
    return this.#y;
  }
}

function moneyOf(micros: Micros, currency: string): string {
  return `${currency} ${formatMicros(micros).replace(/\B(?=(\d{3})+\.)/g, ',')}`;
}
