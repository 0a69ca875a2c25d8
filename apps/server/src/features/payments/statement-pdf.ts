import { formatMicros, type Micros } from '@placard/domain/micros';
import { localDayAt } from '@placard/domain/time-zone';
import type { Statement, StatementEntry } from './statements.ts';

const MARGIN = 56;
const RIGHT = 595.28 - MARGIN;
const BOTTOM = 841.89 - MARGIN - 20;
const WIDTH = RIGHT - MARGIN;
const AMOUNT_WIDTH = 130;
const GREY = '#667085';
const INK = '#101828';

const KINDS: Readonly<Record<StatementEntry['kind'], string>> = {
  withdrawal: 'Withdrawal',
  return: 'Returned',
  adjustment: 'Adjustment',
};

type Pdf = InstanceType<typeof import('pdfkit')>;

/** The statement as PDF, A4, as many pages as its lines need. The same statement gives the same bytes. */
export async function renderStatementPdf(statement: Statement): Promise<Uint8Array<ArrayBuffer>> {
  // Loaded for the first document: it costs more than the rest of the API's start.
  const { default: PdfDocument } = await import('pdfkit');
  const pdf = new PdfDocument({
    size: 'A4',
    margin: MARGIN,
    info: {
      Title: `Statement ${statement.month}`,
      Author: statement.network,
      CreationDate: statement.closedAt,
      ModDate: statement.closedAt,
    },
  });
  const chunks: Buffer[] = [];
  const done = new Promise<void>((resolve, reject) => {
    pdf.on('data', (chunk: Buffer) => chunks.push(chunk));
    pdf.on('end', resolve);
    pdf.on('error', reject);
  });
  writeHead(pdf, statement);
  const lines = new Lines(pdf, statement.currency);
  lines.add('Opening balance', statement.openingMicros, { bold: true });
  lines.title(`Earnings in ${statement.month}`);
  for (const { website, widget, micros } of statement.earnings) {
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
  pdf.end();
  await done;
  return new Uint8Array(Buffer.concat(chunks));
}

function writeHead(pdf: Pdf, statement: Statement): void {
  const small = (text: string, y: number) =>
    pdf.font('Helvetica').fontSize(9).fillColor(GREY).text(text, MARGIN, y);
  pdf.font('Helvetica-Bold').fontSize(20).fillColor(INK).text(statement.network, MARGIN, MARGIN);
  pdf.fontSize(14).text(`Statement ${statement.month}`, MARGIN, 100);
  small(
    `Closed ${localDayAt(statement.timeZone, statement.closedAt.getTime())}, days in ${statement.timeZone}`,
    120,
  );
  small('Publisher', 146);
  pdf
    .font('Helvetica')
    .fontSize(11)
    .fillColor(INK)
    .text(statement.publisher.join('\n'), MARGIN, 159, { width: WIDTH * 0.7 });
  pdf.y = Math.max(pdf.y, 200) + 16;
}

/** A text and its amount, line below line, on as many pages as it takes. */
class Lines {
  readonly #pdf: Pdf;
  readonly #currency: string;
  #y: number;

  constructor(pdf: Pdf, currency: string) {
    this.#pdf = pdf;
    this.#currency = currency;
    this.#y = pdf.y;
  }

  title(text: string): void {
    this.#y += 14;
    if (text === '') return;
    this.#pdf.font('Helvetica').fontSize(9).fillColor(GREY).text(text, MARGIN, this.#room(30));
    this.#y = this.#pdf.y + 2;
  }

  add(text: string, micros: Micros, { bold = false } = {}): void {
    const pdf = this.#pdf;
    pdf
      .font(bold ? 'Helvetica-Bold' : 'Helvetica')
      .fontSize(10)
      .fillColor(INK);
    const width = WIDTH - AMOUNT_WIDTH - 12;
    const height = pdf.heightOfString(text, { width });
    const y = this.#room(height + 12);
    pdf.moveTo(MARGIN, y).lineTo(RIGHT, y).lineWidth(0.5).strokeColor('#d0d5dd').stroke();
    pdf.text(text, MARGIN, y + 6, { width });
    pdf.text(moneyOf(micros, this.#currency), RIGHT - AMOUNT_WIDTH, y + 6, {
      width: AMOUNT_WIDTH,
      align: 'right',
    });
    this.#y = y + 12 + height;
  }

  /** Where the next line goes: on a new page if this one has too little left. */
  #room(height: number): number {
    if (this.#y + height > BOTTOM) {
      this.#pdf.addPage();
      this.#y = MARGIN;
    }
    return this.#y;
  }
}

function moneyOf(micros: Micros, currency: string): string {
  return `${currency} ${formatMicros(micros).replace(/\B(?=(\d{3})+\.)/g, ',')}`;
}
