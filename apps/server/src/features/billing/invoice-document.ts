import { localDayAt } from '@placard/domain/time-zone';
import { moneyText } from './deposit-view.ts';

/** What an invoice says. */
export type InvoiceDocument = {
  readonly number: number;
  readonly title: string;
  readonly network: string;
  readonly billedTo: readonly string[];
  readonly issuedAt: Date;
  readonly timeZone: string;
  readonly lines: readonly { readonly text: string; readonly amountCents: bigint }[];
  /** Small, below the total. */
  readonly notes: readonly string[];
  readonly totalCents: bigint;
  readonly currency: string;
};

const MARGIN = 56;
const RIGHT = 595.28 - MARGIN;
/** Below it no line begins: the next page has room for it. */
const BOTTOM = 841.89 - MARGIN - 40;
const GREY = '#667085';
const INK = '#101828';

/** The invoice as PDF of A4 pages, one unless it has many lines. The same document gives the same bytes. */
export async function renderInvoice(invoice: InvoiceDocument): Promise<Uint8Array<ArrayBuffer>> {
  // Loaded for the first invoice: it costs more than the rest of the API's start.
  const { default: PdfDocument } = await import('pdfkit');
  const pdf = new PdfDocument({
    size: 'A4',
    margin: MARGIN,
    info: {
      Title: `${invoice.title} ${invoice.number}`,
      Author: invoice.network,
      CreationDate: invoice.issuedAt,
      ModDate: invoice.issuedAt,
    },
  });
  const chunks: Buffer[] = [];
  const done = new Promise<void>((resolve, reject) => {
    pdf.on('data', (chunk: Buffer) => chunks.push(chunk));
    pdf.on('end', resolve);
    pdf.on('error', reject);
  });
  drawHead(pdf, invoice);
  drawLines(pdf, invoice);
  pdf.end();
  await done;
  return new Uint8Array(Buffer.concat(chunks));
}

const WIDTH = RIGHT - MARGIN;

function drawHead(pdf: PDFKit.PDFDocument, invoice: InvoiceDocument): void {
  const label = (text: string, y: number) =>
    pdf.font('Helvetica').fontSize(9).fillColor(GREY).text(text, MARGIN, y);
  pdf.font('Helvetica-Bold').fontSize(20).fillColor(INK).text(invoice.network, MARGIN, MARGIN);
  pdf.fontSize(14).text(`${invoice.title} ${invoice.number}`, MARGIN, 100);
  label('Issued', 132);
  pdf.fontSize(11).fillColor(INK).text(localDayAt(invoice.timeZone, invoice.issuedAt.getTime()), MARGIN, 145);
  label('Billed to', 174);
  pdf
    .fontSize(11)
    .fillColor(INK)
    .text(invoice.billedTo.join('\n'), MARGIN, 187, { width: WIDTH / 2 });
}

function drawLines(pdf: PDFKit.PDFDocument, invoice: InvoiceDocument): void {
  const amountAt = (cents: bigint, y: number) =>
    pdf.text(moneyText(cents, invoice.currency), MARGIN, y, { width: WIDTH, align: 'right' });
  const rule = (y: number) =>
    pdf.moveTo(MARGIN, y).lineTo(RIGHT, y).lineWidth(0.5).strokeColor('#d0d5dd').stroke();
  const roomAt = (y: number) => {
    if (y <= BOTTOM) return y;
    pdf.addPage();
    return MARGIN;
  };
  let y = Math.max(pdf.y, 240) + 24;
  for (const line of invoice.lines) {
    y = roomAt(y);
    rule(y);
    pdf.font('Helvetica').fontSize(11).fillColor(INK);
    pdf.text(line.text, MARGIN, y + 10, { width: WIDTH * 0.7 });
    const bottom = pdf.y;
    amountAt(line.amountCents, y + 10);
    y = bottom + 10;
  }
  y = roomAt(y);
  rule(y);
  pdf.font('Helvetica-Bold').text('Total', MARGIN, y + 10);
  amountAt(invoice.totalCents, y + 10);
  if (invoice.notes.length === 0) return;
  y = roomAt(pdf.y + 24);
  pdf.font('Helvetica').fontSize(9).fillColor(GREY);
  pdf.text(invoice.notes.join('\n'), MARGIN, y, { width: WIDTH, lineGap: 2 });
}
