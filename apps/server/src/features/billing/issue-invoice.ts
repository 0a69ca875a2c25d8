import type { Tx } from '@placard/db/database';
import type { InvoiceTable } from '@placard/db/schema/ledger';
import { taxOfCorrection, whichTaxOfCorrection } from '@placard/domain/billing/correction';
import {
  DOCUMENT_KINDS,
  type DocumentKind,
  type DocumentSeries,
  documentLabel,
} from '@placard/domain/billing/document-kinds';
import type { Party } from '@placard/domain/billing/party';
import { type Supplier, selfBillingTax } from '@placard/domain/billing/self-billing';
import { netLines, type Tax, taxOf } from '@placard/domain/billing/tax';
import { DEFAULT_LANGUAGE, type Language } from '@placard/domain/language';
import { type Micros, wholeCents } from '@placard/domain/micros';
import { addDays, monthAfter } from '@placard/domain/time-zone';
import type { Selectable } from 'kysely';
import { documentsText } from '../../texts/documents-text.ts';
import type { Worded } from '../../texts/worded.ts';
import { detailsOf } from '../parties/billing-details.ts';
import { accountParty, networkParty } from '../parties/parties.ts';

/** `netCents`: without tax; not kept of documents that say nothing of tax. */
type InvoiceLine = { readonly text: string; readonly cents: number; readonly netCents?: number };
/** Put into words in the language of whoever is billed. */
type NewLine = { readonly text: Worded; readonly cents: number };

/** Who it was issued by and to, and what for, as it was then: a later change of name changes no document. */
export type InvoiceDetail = {
  network: string;
  seller?: Party;
  buyer?: Party;
  /** Of documents from before parties were kept. */
  billedTo?: string[];
  /** Of its reader when it was issued; English where none is written down. */
  language?: Language;
  /** In which the day of issue is meant. */
  timeZone?: string;
  /** Of a receipt or a refund. */
  line?: string;
  /** Of a month. */
  lines?: readonly InvoiceLine[];
  /** Of a month or a refund. */
  notes?: readonly string[];
  /** Of what the network bills itself: at which rate it withholds tax. */
  withholdingBp?: number;
};

type NewInvoice = {
  readonly advertiserId: number;
  readonly amountCents: bigint;
  readonly of:
    | { readonly kind: 'deposit'; readonly depositId: number; readonly line: Worded }
    | {
        readonly kind: 'refund' | 'refund_return';
        readonly refundId: number;
        readonly line: Worded;
        readonly notes: readonly Worded[];
      }
    | {
        readonly kind: 'month';
        readonly month: string;
        readonly lines: readonly NewLine[];
        readonly notes: readonly Worded[];
      }
    | {
        readonly kind: 'credit_note' | 'debit_note';
        readonly correctionId: number;
        /** Its tax is that document's. */
        readonly corrects: CorrectedDocument | null;
        /** Whether it is about advertising, which is taxed; money that was paid in is not. */
        readonly supply: boolean;
        readonly period: Period | null;
        readonly line: Worded;
        readonly notes: readonly Worded[];
      }
    | {
        /** The network buys, and writes the publisher's invoice for them. */
        readonly kind: 'self_billing';
        readonly payoutId: number;
        /** Which of the payout's invoices, from 1 on: those before it were cancelled. */
        readonly payoutIssue: number;
        readonly withheldCents: bigint;
        readonly withholdingBp: number;
        readonly period: Period | null;
        readonly line: Worded;
        readonly notes: readonly Worded[];
      };
};

type Period = { readonly from: string; readonly to: string };

/** A document, and the sum of what corrected it so far. */
export type CorrectedDocument = Pick<Selectable<InvoiceTable>, 'number' | 'tax_treatment' | 'tax_bp'> & {
  readonly correctedCents: bigint;
};

/** `number` is the network's and names the row, `label` is what the advertiser sees. */
type IssuedInvoice = { readonly number: number; readonly label: string };

/** The next place in one of the account's own series, whose row stays locked until the transaction ends. */
async function nextInSeries(trx: Tx, ownerId: number, series: DocumentSeries): Promise<number> {
  const { last_number } = await trx
    .insertInto('invoice_series')
    .values({ owner_id: ownerId, series, last_number: 1 })
    .onConflict((conflict) =>
      conflict
        .columns(['owner_id', 'series'])
        .doUpdateSet((eb) => ({ last_number: eb('invoice_series.last_number', '+', 1) })),
    )
    .returning('last_number')
    .executeTakeFirstOrThrow();
  return last_number;
}

/** The next place in the network's count and in the account's series of a kind. */
export async function nextNumbers(trx: Tx, ownerId: number, kind: DocumentKind) {
  const { last_number: number } = await trx
    .updateTable('invoice_number')
    .set((eb) => ({ last_number: eb('last_number', '+', 1) }))
    .returning('last_number')
    .executeTakeFirstOrThrow();
  const { series } = DOCUMENT_KINDS[kind];
  return { number, series, seriesNumber: await nextInSeries(trx, ownerId, series) };
}

/**
 * Writes a document under the next numbers, the network's and its advertiser's in the series of its kind. The rows of
 * both stay locked until the transaction ends, so that neither has gaps: what is rolled back takes none. Seller, buyer and
 * tax are those of now and stay so.
 */
export async function issueInvoice(trx: Tx, invoice: NewInvoice, now: Date): Promise<IssuedInvoice> {
  const settings = await trx.selectFrom('network_settings').selectAll().executeTakeFirstOrThrow();
  const user = await trx
    .selectFrom('account_card')
    .select(['id', 'first_name', 'last_name', 'company', 'email', 'time_zone', 'language'])
    .where('id', '=', invoice.advertiserId)
    .executeTakeFirstOrThrow();
  const { of } = invoice;
  const { number, series, seriesNumber } = await nextNumbers(trx, invoice.advertiserId, of.kind);
  const language = user.language ?? DEFAULT_LANGUAGE;
  const [network, account] = [networkParty(settings), await accountParty(trx, user)];
  const isOurs = of.kind !== 'self_billing';
  const [seller, buyer] = isOurs ? [network, account] : [account, network];
  const tax = isOurs
    ? taxOfDocument(of, () => taxOf(seller, buyer, settings.tax_rates))
    : selfBillingTax(await supplierOf(trx, account, user.id), network, settings.tax_rates);
  const columns = taxColumns(tax, invoice);
  const detail: InvoiceDetail = {
    network: settings.network_name,
    seller,
    buyer,
    // A month is the network's and so is what it bills itself, a payment its advertiser's.
    timeZone: of.kind === 'month' || !isOurs ? settings.time_zone : user.time_zone,
    language,
    ...saidOn(invoice, tax, language, columns.tax_cents ?? 0n),
    ...('withholdingBp' in of ? { withholdingBp: of.withholdingBp } : {}),
    ...('notes' in of ? { notes: of.notes.map((note) => note(language)) } : {}),
  };
  await trx
    .insertInto('invoice')
    .values({
      number,
      series,
      series_number: seriesNumber,
      advertiser_id: invoice.advertiserId,
      kind: of.kind,
      deposit_id: of.kind === 'deposit' ? of.depositId : null,
      refund_id: 'refundId' in of ? of.refundId : null,
      month: of.kind === 'month' ? of.month : null,
      amount_cents: invoice.amountCents,
      currency: settings.currency,
      detail: JSON.stringify(detail),
      issued_at: now,
      ...columns,
      ...periodColumns(of),
      ...('payoutId' in of
        ? { payout_id: of.payoutId, payout_issue: of.payoutIssue, withheld_cents: of.withheldCents }
        : {}),
      ...('correctionId' in of
        ? { correction_id: of.correctionId, corrects_number: of.corrects?.number ?? null }
        : {}),
    })
    .execute();
  return { number, label: documentLabel({ number, ownerId: invoice.advertiserId, series, seriesNumber }) };
}

/** What of a publisher decides on their tax. */
async function supplierOf(trx: Tx, party: Party, accountId: number): Promise<Supplier> {
  const { country, vatNumber } = party;
  return { country, vatNumber, isBusiness: (await detailsOf(trx, accountId))?.is_business ?? null };
}

/** A month is a supply and so is what corrects one: with the tax that it had, or that its month will have. */
function taxOfDocument(of: NewInvoice['of'], taxNow: () => Tax): Tax | null {
  if (of.kind === 'month') return taxNow();
  if (!('correctionId' in of)) return null;
  const { supply, corrects } = of;
  const corrected = corrects === null ? null : { treatment: corrects.tax_treatment, rateBp: corrects.tax_bp };
  return whichTaxOfCorrection({ supply, corrected }, taxNow);
}

function periodColumns(of: NewInvoice['of']) {
  if (of.kind === 'month') return { period_from: of.month, period_to: addDays(monthAfter(of.month), -1) };
  if (!('period' in of) || of.period === null) return {};
  return { period_from: of.period.from, period_to: of.period.to };
}

/** A correction has one line, whose net amount is what its tax leaves. */
function saidOn({ of, amountCents }: NewInvoice, tax: Tax | null, language: Language, taxCents: bigint) {
  if ('lines' in of) return { lines: linesOf(of.lines, tax, language) };
  const text = of.line(language);
  if (tax === null || tax.treatment === 'untaxed') return { line: text };
  return { lines: [{ text, cents: Number(amountCents), netCents: Number(amountCents - taxCents) }] };
}

function linesOf(lines: readonly NewLine[], tax: Tax | null, language: Language): InvoiceLine[] {
  const said = lines.map(({ text, cents }) => ({ text: text(language), cents }));
  if (tax === null || tax.treatment === 'untaxed') return said;
  const net = netLines(
    lines.map(({ cents }) => BigInt(cents)),
    tax.rateBp,
  );
  return said.map((line, index) => ({ ...line, netCents: Number(net[index] ?? 0n) }));
}

function taxColumns(tax: Tax | null, { of, amountCents }: NewInvoice) {
  if (tax === null) return {};
  const correctedCents = 'corrects' in of ? (of.corrects?.correctedCents ?? 0n) : 0n;
  return {
    tax_treatment: tax.treatment,
    tax_bp: tax.rateBp,
    tax_cents: taxOfCorrection(correctedCents, amountCents, tax.rateBp),
  };
}

/** The receipt of a deposit. */
export async function issueDepositInvoice(
  trx: Tx,
  deposit: {
    readonly id: number;
    readonly advertiserId: number;
    readonly reference: string;
    readonly amountMicros: Micros;
  },
  now: Date,
): Promise<IssuedInvoice> {
  const line = documentsText('line.deposit', { reference: deposit.reference });
  return await issueInvoice(
    trx,
    {
      advertiserId: deposit.advertiserId,
      amountCents: wholeCents(deposit.amountMicros),
      of: { kind: 'deposit', depositId: deposit.id, line },
    },
    now,
  );
}

/** What names a document. */
export const LABEL_COLUMNS = ['number', 'advertiser_id', 'series', 'series_number', 'kind'] as const;

export function labelOf(
  invoice: Pick<Selectable<InvoiceTable>, 'number' | 'advertiser_id' | 'series' | 'series_number'>,
): string {
  const { number, advertiser_id: ownerId, series, series_number: seriesNumber } = invoice;
  return documentLabel({ number, ownerId, series, seriesNumber });
}
