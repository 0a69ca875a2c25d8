import type { Language } from '@placard/domain/language';
import { localDayAt } from '@placard/domain/time-zone';
import { drawPdf, GREY, PAGE, type Sheet } from '../../pdf/sheet.ts';
import { documentsText } from '../../texts/documents-text.ts';
import { moneyIn } from '../../texts/worded.ts';

/** What an invoice says. */
export type InvoiceDocument = {
  readonly label: string;
  /** Of its lines and of what stands around them. */
  readonly language: Language;
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

const WIDTH = PAGE.right - PAGE.left;
/** Below it no line begins: the next page has room for it. */
const BOTTOM = PAGE.bottom - 40;
const LABEL = { size: 9, colour: GREY } as const;
const TEXT = { size: 11 } as const;
const TOTAL = { size: 11, weight: 'bold' } as const;

/** The invoice as PDF of A4 pages, one unless it has many lines. The same document gives the same bytes. */
export async function renderInvoice(invoice: InvoiceDocument): Promise<Uint8Array<ArrayBuffer>> {
  const info = {
    title: `${invoice.title} ${invoice.label}`,
    author: invoice.network,
    at: invoice.issuedAt,
  };
  return await drawPdf(info, invoice, (sheet) => {
    drawLines(sheet, invoice, drawHead(sheet, invoice));
  });
}

/** @returns where it ends */
function drawHead(sheet: Sheet, invoice: InvoiceDocument): number {
  const { left, top } = PAGE;
  const nameStyle = { size: 20, weight: 'bold', width: WIDTH, direction: 'auto' } as const;
  let y = sheet.text(invoice.network, left, top, nameStyle) + 14;
  y = sheet.text(`${invoice.title} ${invoice.label}`, left, y, { size: 14, weight: 'bold' }) + 12;
  y = sheet.text(documentsText('issued')(invoice.language), left, y, LABEL);
  y = sheet.text(localDayAt(invoice.timeZone, invoice.issuedAt.getTime()), left, y, TEXT) + 12;
  y = sheet.text(documentsText('billedTo')(invoice.language), left, y, LABEL);
  const toStyle = { ...TEXT, width: WIDTH / 2, direction: 'auto' } as const;
  for (const line of invoice.billedTo) y = sheet.text(line, left, y, toStyle);
  return y;
}

function drawLines(sheet: Sheet, invoice: InvoiceDocument, from: number): void {
  const { left } = PAGE;
  const amountAt = (cents: bigint, y: number, style: typeof TEXT | typeof TOTAL) =>
    sheet.text(moneyIn(cents, invoice.currency)(invoice.language), left, y, {
      ...style,
      width: WIDTH,
      align: 'right',
    });
  const roomAt = (y: number) => {
    if (y <= BOTTOM) return y;
    sheet.addPage();
    return PAGE.top;
  };
  let y = Math.max(from, 240) + 24;
  for (const line of invoice.lines) {
    y = roomAt(y);
    sheet.rule(y);
    amountAt(line.amountCents, y + 8, TEXT);
    y = sheet.text(line.text, left, y + 8, { ...TEXT, width: WIDTH * 0.7 }) + 8;
  }
  y = roomAt(y);
  sheet.rule(y);
  amountAt(invoice.totalCents, y + 8, TOTAL);
  y = sheet.text(documentsText('total')(invoice.language), left, y + 8, TOTAL) + 24;
  for (const note of invoice.notes) {
    y = sheet.text(note, left, roomAt(y), { ...LABEL, width: WIDTH }) + 2;
  }
}
