import { addressLines, type Party } from '@placard/domain/billing/party';
import type { Tax } from '@placard/domain/billing/tax';
import type { Language } from '@placard/domain/language';
import { localDayAt } from '@placard/domain/time-zone';
import { textsIn } from '@placard/texts/catalogue';
import { AmountTable } from '../../pdf/amount-table.ts';
import { drawPdf, GREY, PAGE, type Sheet } from '../../pdf/sheet.ts';
import { documentsTexts } from '../../texts/catalogues.ts';
import { documentWords } from '../../texts/documents-text.ts';
import { decimalIn, moneyIn } from '../../texts/worded.ts';

/** What of a document's total is tax. */
export type DocumentTax = Tax & { readonly netCents: bigint; readonly taxCents: bigint };

/** What an invoice, a receipt or a correction says. */
export type InvoiceDocument = {
  readonly label: string;
  readonly fileName: string;
  /** Of its lines and of what stands around them. */
  readonly language: Language;
  readonly title: string;
  readonly network: string;
  readonly seller: Party;
  readonly buyer: Party;
  readonly issuedAt: Date;
  readonly timeZone: string;
  /** First and last day of the supply; null of payments. */
  readonly period: { readonly from: string; readonly to: string } | null;
  /** Net amounts, where the document says something of tax. */
  readonly lines: readonly { readonly text: string; readonly amountCents: bigint }[];
  /** Null: it says nothing of tax. */
  readonly tax: DocumentTax | null;
  /** Small, below the total. */
  readonly notes: readonly string[];
  readonly totalCents: bigint;
  readonly currency: string;
};

const WIDTH = PAGE.right - PAGE.left;
const HALF = WIDTH / 2;
const LABEL = { size: 9, colour: GREY } as const;
const TEXT = { size: 10 } as const;
/** The table begins there, or below what needs more room. */
const TABLE_TOP = 250;

/** The invoice as PDF of A4 pages, one unless it has many lines. The same document gives the same bytes. */
export async function renderInvoice(invoice: InvoiceDocument): Promise<Uint8Array<ArrayBuffer>> {
  const t = textsIn(documentsTexts, invoice.language);
  const title = `${invoice.title} ${invoice.label}`;
  const info = {
    title,
    author: invoice.network,
    at: invoice.issuedAt,
    foot: (page: number, pages: number) => ({
      left: `${invoice.network} · ${title}`,
      right: t('page', { page: String(page), pages: String(pages) }),
    }),
  };
  const parties = {
    seller: partyLines(invoice.seller, invoice.language),
    buyer: partyLines(invoice.buyer, invoice.language),
  };
  return await drawPdf(info, [invoice, parties, documentWords(invoice.language)], (sheet) => {
    drawAmounts(sheet, invoice, drawHead(sheet, invoice, parties));
  });
}

/** Name, address, country and numbers, each on a line. */
function partyLines(party: Party, language: Language): string[] {
  const t = textsIn(documentsTexts, language);
  const country = new Intl.DisplayNames([language], { type: 'region', fallback: 'code' });
  return [
    party.name,
    ...addressLines(party.address),
    ...(party.country === '' ? [] : [country.of(party.country) ?? party.country]),
    ...(party.registrationNumber === null
      ? []
      : [t('registrationNumber', { number: party.registrationNumber })]),
    ...(party.vatNumber === null ? [] : [t('vatNumber', { number: party.vatNumber })]),
  ];
}

type Parties = { readonly seller: readonly string[]; readonly buyer: readonly string[] };

/** @returns where it ends */
function drawHead(sheet: Sheet, invoice: InvoiceDocument, { seller, buyer }: Parties): number {
  const { left, top } = PAGE;
  const t = textsIn(documentsTexts, invoice.language);
  const block = (lines: readonly string[], x: number, from: number, style: typeof TEXT | typeof LABEL) => {
    let y = from;
    for (const line of lines) y = sheet.text(line, x, y, { ...style, width: HALF - 16, direction: 'auto' });
    return y;
  };
  const nameStyle = { size: 20, weight: 'bold', width: WIDTH, direction: 'auto' } as const;
  let y = sheet.text(invoice.network, left, top, nameStyle) + 4;
  // The network's own name alone says nothing more than the line above.
  if (seller.length > 1 || seller[0] !== invoice.network) y = block(seller, left, y, LABEL);
  const titleStyle = { size: 14, weight: 'bold', width: WIDTH } as const;
  y = sheet.text(`${invoice.title} ${invoice.label}`, left, y + 12, titleStyle) + 12;
  const right = left + HALF;
  const billed = sheet.text(t('billedTo'), left, y, LABEL);
  const buyerEnd = block(buyer, left, billed, TEXT);
  const issuedAt = sheet.text(t('issued'), right, y, LABEL);
  y = sheet.text(localDayAt(invoice.timeZone, invoice.issuedAt.getTime()), right, issuedAt, TEXT);
  if (invoice.period !== null) {
    y = sheet.text(t('period'), right, y + 6, LABEL);
    y = sheet.text(`${invoice.period.from} – ${invoice.period.to}`, right, y, TEXT);
  }
  return Math.max(buyerEnd, y);
}

function drawAmounts(sheet: Sheet, invoice: InvoiceDocument, from: number): void {
  const { tax, language } = invoice;
  const t = textsIn(documentsTexts, language);
  const moneyOf = (cents: bigint) => moneyIn(cents, invoice.currency)(language);
  const heads = [t('description'), tax === null ? t('amount') : t('netAmount')] as const;
  const table = new AmountTable(sheet, heads, Math.max(from + 24, TABLE_TOP));
  for (const line of invoice.lines) table.row(line.text, moneyOf(line.amountCents));
  if (tax !== null) {
    table.row(t('net'), moneyOf(tax.netCents));
    table.row(t('taxAt', { rate: percentIn(language, tax.rateBp) }), moneyOf(tax.taxCents), { ruled: false });
  }
  table.row(t('total'), moneyOf(invoice.totalCents), { bold: true });
  table.section('');
  if (tax !== null && tax.treatment !== 'taxed' && tax.treatment !== 'untaxed')
    table.note(t(`tax.${tax.treatment}`));
  for (const note of invoice.notes) table.note(note);
}

/** 1900 → "19", 550 → "5.5" */
function percentIn(language: Language, basisPoints: number): string {
  return decimalIn(language, String(basisPoints / 100));
}
