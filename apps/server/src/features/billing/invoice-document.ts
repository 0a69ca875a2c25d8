import type { Language } from '@placard/domain/language';
import { textsIn } from '@placard/texts/catalogue';
import { setApart } from '@placard/texts/set-apart';
import { type AmountRow, AmountTable } from '../../pdf/amount-table.ts';
import { drawPdf, type Sheet } from '../../pdf/sheet.ts';
import { documentsTexts } from '../../texts/catalogues.ts';
import { documentWords } from '../../texts/documents-text.ts';
import { decimalIn, moneyIn } from '../../texts/worded.ts';
import type { InvoiceDocument } from './document-content.ts';
import { drawHead, partyLines } from './document-head.ts';

/** The table begins there, or below what needs more room. */
const TABLE_TOP = 250;

/** The invoice as PDF of A4 pages, one unless it has many lines. The same document gives the same bytes. */
export async function renderInvoice(invoice: InvoiceDocument): Promise<Uint8Array<ArrayBuffer>> {
  const t = textsIn(documentsTexts, invoice.language);
  const title = `${invoice.title} ${invoice.label}`;
  const info = {
    title,
    author: invoice.network,
    language: invoice.language,
    at: invoice.issuedAt,
    foot: (page: number, pages: number) => ({
      left: `${setApart(invoice.network)} · ${title}`,
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

function drawAmounts(sheet: Sheet, invoice: InvoiceDocument, from: number): void {
  const { tax, language } = invoice;
  const t = textsIn(documentsTexts, language);
  const moneyOf = (cents: bigint) => moneyIn(cents, invoice.currency)(language);
  const heads = [t('description'), tax === null ? t('amount') : t('netAmount')] as const;
  const table = new AmountTable(sheet, heads, Math.max(from + 24, TABLE_TOP));
  for (const line of invoice.lines) table.row(line.text, moneyOf(line.amountCents));
  table.rows(sumsOf(invoice, moneyOf));
  const isTold = tax !== null && tax.treatment !== 'taxed' && tax.treatment !== 'untaxed';
  table.end([...(isTold ? [t(`tax.${tax.treatment}`)] : []), ...invoice.notes]);
}

function sumsOf(
  { tax, withheld, totalCents, language }: InvoiceDocument,
  moneyOf: (cents: bigint) => string,
): AmountRow[] {
  const t = textsIn(documentsTexts, language);
  const taxed: AmountRow[] =
    tax === null
      ? []
      : [
          { text: t('net'), amount: moneyOf(tax.netCents) },
          {
            text: t('taxAt', { rate: percentIn(language, tax.rateBp) }),
            amount: moneyOf(tax.taxCents),
            ruled: false,
          },
        ];
  const paid: AmountRow[] =
    withheld === null || withheld.cents === 0n
      ? []
      : [
          {
            text: t('withheldAt', { rate: percentIn(language, withheld.rateBp) }),
            amount: moneyOf(-withheld.cents),
          },
          { text: t('paidOut'), amount: moneyOf(totalCents - withheld.cents), bold: true },
        ];
  return [...taxed, { text: t('total'), amount: moneyOf(totalCents), bold: true }, ...paid];
}

/** 1900 → "19", 550 → "5.5" */
function percentIn(language: Language, basisPoints: number): string {
  return decimalIn(language, String(basisPoints / 100));
}
