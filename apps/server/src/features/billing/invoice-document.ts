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
  readonly totalCents: bigint;
  readonly currency: string;
};

const MARGIN = 56;
const RIGHT = 595.28 - MARGIN;
const GREY = '#667085';
const INK = '#101828';

/** The invoice as PDF of one A4 page. The same document gives the same bytes. */
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
  const width = RIGHT - MARGIN;
  const label = (text: string, y: number) =>
    pdf.font('Helvetica').fontSize(9).fillColor(GREY).text(text, MARGIN, y);
  const amountAt = (cents: bigint, y: number) =>
    pdf.text(moneyText(cents, invoice.currency), MARGIN, y, { width, align: 'right' });

  pdf.font('Helvetica-Bold').fontSize(20).fillColor(INK).text(invoice.network, MARGIN, MARGIN);
  pdf.fontSize(14).text(`${invoice.title} ${invoice.number}`, MARGIN, 100);
  label('Issued', 132);
  pdf.fontSize(11).fillColor(INK).text(localDayAt(invoice.timeZone, invoice.issuedAt.getTime()), MARGIN, 145);
  label('Billed to', 174);
  pdf
    .fontSize(11)
    .fillColor(INK)
    .text(invoice.billedTo.join('\n'), MARGIN, 187, { width: width / 2 });

  let y = Math.max(pdf.y, 240) + 24;
  const rule = () => pdf.moveTo(MARGIN, y).lineTo(RIGHT, y).lineWidth(0.5).strokeColor('#d0d5dd').stroke();
  for (const line of invoice.lines) {
    rule();
    pdf
      .font('Helvetica')
      .fontSize(11)
      .fillColor(INK)
      .text(line.text, MARGIN, y + 10, { width: width * 0.7 });
    const bottom = pdf.y;
    amountAt(line.amountCents, y + 10);
    y = bottom + 10;
  }
  rule();
  pdf.font('Helvetica-Bold').text('Total', MARGIN, y + 10);
  amountAt(invoice.totalCents, y + 10);
  pdf.end();
  await done;
  return new Uint8Array(Buffer.concat(chunks));
}
