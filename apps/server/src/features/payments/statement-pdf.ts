import type { Micros } from '@placard/domain/micros';
import { localDayAt } from '@placard/domain/time-zone';
import { textsIn } from '@placard/texts/catalogue';
import { printedDomain } from '../../pdf/printed-domain.ts';
import { drawPdf, GREY, PAGE, type Sheet } from '../../pdf/sheet.ts';
import { documentsTexts } from '../../texts/catalogues.ts';
import { microsIn } from '../../texts/worded.ts';
import type { Statement, StatementEarning } from './statements.ts';

const BOTTOM = PAGE.bottom - 20;
const WIDTH = PAGE.right - PAGE.left;
const AMOUNT_WIDTH = 130;
const SMALL = { size: 9, colour: GREY } as const;

/** The statement as PDF, A4, as many pages as its lines need. The same statement gives the same bytes. */
export async function renderStatementPdf(statement: Statement): Promise<Uint8Array<ArrayBuffer>> {
  const { language, month } = statement;
  const t = textsIn(documentsTexts, language);
  const info = {
    title: t('statement.title', { month }),
    author: statement.network,
    at: statement.closedAt,
  };
  // The fonts are cut to what is given here: domains as they are printed.
  const printed = { ...statement, earnings: statement.earnings.map(printedEarning) };
  return await drawPdf(info, printed, (sheet) => {
    const lines = new Lines(sheet, statement, writeHead(sheet, statement));
    lines.add(t('statement.opening'), statement.openingMicros, { bold: true });
    lines.title(t('statement.earningsIn', { month }));
    for (const { website, widget, micros } of printed.earnings) {
      lines.add(website === null ? t('statement.notByWidget') : `${website} · ${widget}`, micros);
    }
    lines.add(t('statement.allEarnings'), statement.earnedMicros, { bold: true });
    if (statement.entries.length > 0) lines.title(t('statement.entries'));
    for (const { at, kind, text, micros } of statement.entries) {
      const day = localDayAt(statement.timeZone, at.getTime());
      lines.add(`${day}  ${t(`statement.kind.${kind}`)}${text === '' ? '' : ` ${text}`}`, micros);
    }
    lines.title('');
    lines.add(t('statement.closing'), statement.closingMicros, { bold: true });
  });
}

function printedEarning(earning: StatementEarning): StatementEarning {
  return earning.website === null ? earning : { ...earning, website: printedDomain(earning.website) };
}

/** @returns where it ends */
function writeHead(sheet: Sheet, statement: Statement): number {
  const { left, top } = PAGE;
  const t = textsIn(documentsTexts, statement.language);
  const nameStyle = { size: 20, weight: 'bold', width: WIDTH, direction: 'auto' } as const;
  let y = sheet.text(statement.network, left, top, nameStyle) + 14;
  y = sheet.text(t('statement.title', { month: statement.month }), left, y, { size: 14, weight: 'bold' });
  const closed = localDayAt(statement.timeZone, statement.closedAt.getTime());
  y = sheet.text(t('statement.closed', { day: closed, timeZone: statement.timeZone }), left, y, SMALL) + 14;
  y = sheet.text(t('statement.publisher'), left, y, SMALL);
  for (const line of statement.publisher) {
    y = sheet.text(line, left, y, { size: 11, width: WIDTH * 0.7, direction: 'auto' });
  }
  return Math.max(y, 200) + 16;
}

/** A text and its amount, line below line, on as many pages as it takes. */
class Lines {
  readonly #sheet: Sheet;
  readonly #money: Pick<Statement, 'currency' | 'language'>;
  #y: number;

  constructor(sheet: Sheet, money: Pick<Statement, 'currency' | 'language'>, from: number) {
    this.#sheet = sheet;
    this.#money = money;
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
    const { currency, language } = this.#money;
    sheet.text(microsIn(micros, currency)(language), PAGE.right - AMOUNT_WIDTH, y + 5, {
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
