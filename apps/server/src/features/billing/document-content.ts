import type { Party } from '@placard/domain/billing/party';
import type { Tax } from '@placard/domain/billing/tax';
import type { Language } from '@placard/domain/language';

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
  /** Of what the network bills itself in a supplier's name: the tax that it keeps of the total; null of all else. */
  readonly withheld: { readonly cents: bigint; readonly rateBp: number } | null;
  /** Small, below the total. */
  readonly notes: readonly string[];
  readonly totalCents: bigint;
  readonly currency: string;
};
