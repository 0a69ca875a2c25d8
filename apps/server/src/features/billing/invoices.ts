import type { Db, Tx } from '@placard/db/database';
import type { InvoiceTable } from '@placard/db/schema/ledger';
import { invoiceLabel } from '@placard/domain/billing/invoice-label';
import { DEFAULT_LANGUAGE, type Language } from '@placard/domain/language';
import { type Micros, wholeCents } from '@placard/domain/micros';
import type { Selectable } from 'kysely';
import { AppError } from '../../api/app-error.ts';
import type { Actor, HasDb } from '../../deps.ts';
import { documentsText } from '../../texts/documents-text.ts';
import type { Worded } from '../../texts/worded.ts';
import { displayName } from '../account/user-view.ts';
import type { InvoiceDocument } from './invoice-document.ts';

export type InvoiceView = {
  number: number;
  label: string;
  kind: InvoiceTable['kind'];
  amount: number;
  currency: string;
  month: string | null;
  issuedAt: string;
};

const RECENT = 50;
const CENTS_PER_DOLLAR = 100;

export async function recentInvoices(db: Db, advertiserId: number): Promise<InvoiceView[]> {
  const rows = await db
    .selectFrom('invoice')
    .select([
      'number',
      'advertiser_id',
      'series_number',
      'kind',
      'amount_cents',
      'currency',
      'month',
      'issued_at',
    ])
    .where('advertiser_id', '=', advertiserId)
    .orderBy('number', 'desc')
    .limit(RECENT)
    .execute();
  return rows.map((row) => ({
    number: row.number,
    label: labelOf(row),
    kind: row.kind,
    amount: Number(row.amount_cents) / CENTS_PER_DOLLAR,
    currency: row.currency,
    month: row.month,
    issuedAt: row.issued_at.toISOString(),
  }));
}

type InvoiceLine = { readonly text: string; readonly cents: number };
/** Put into words in the language of whoever is billed. */
type NewLine = { readonly text: Worded; readonly cents: number };

/** Who it was issued by and to, and what for, as it was then: a later change of name changes no document. */
type InvoiceDetail = {
  network: string;
  billedTo: string[];
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
      };
};

/** `number` is the network's and names the row, `label` is what the advertiser sees. */
type IssuedInvoice = { readonly number: number; readonly label: string };

/** The next place in the advertiser's own series, whose row stays locked until the transaction ends. */
async function nextInSeries(trx: Tx, advertiserId: number): Promise<number> {
  const { last_number } = await trx
    .insertInto('invoice_series')
    .values({ advertiser_id: advertiserId, last_number: 1 })
    .onConflict((conflict) =>
      conflict
        .column('advertiser_id')
        .doUpdateSet((eb) => ({ last_number: eb('invoice_series.last_number', '+', 1) })),
    )
    .returning('last_number')
    .executeTakeFirstOrThrow();
  return last_number;
}

/**
 * Writes an invoice under the next numbers, the network's and its advertiser's. The rows of both stay locked until the
 * transaction ends, so that neither has gaps: what is rolled back takes none.
 */
export async function issueInvoice(trx: Tx, invoice: NewInvoice, now: Date): Promise<IssuedInvoice> {
  const settings = await trx
    .selectFrom('network_settings')
    .select(['network_name', 'currency', 'time_zone'])
    .executeTakeFirstOrThrow();
  const user = await trx
    .selectFrom('app_user')
    .select(['first_name', 'last_name', 'company', 'email', 'time_zone', 'language'])
    .where('id', '=', invoice.advertiserId)
    .executeTakeFirstOrThrow();
  const { last_number: number } = await trx
    .updateTable('invoice_number')
    .set((eb) => ({ last_number: eb('last_number', '+', 1) }))
    .returning('last_number')
    .executeTakeFirstOrThrow();
  const seriesNumber = await nextInSeries(trx, invoice.advertiserId);
  const { of } = invoice;
  const language = user.language ?? DEFAULT_LANGUAGE;
  const detail: InvoiceDetail = {
    network: settings.network_name,
    billedTo: [...new Set([user.company ?? '', displayName(user), user.email])].filter((line) => line !== ''),
    // A month is the network's, a payment its advertiser's.
    timeZone: of.kind === 'month' ? settings.time_zone : user.time_zone,
    language,
    ...('line' in of
      ? { line: of.line(language) }
      : { lines: of.lines.map(({ text, cents }) => ({ text: text(language), cents })) }),
    ...('notes' in of ? { notes: of.notes.map((note) => note(language)) } : {}),
  };
  await trx
    .insertInto('invoice')
    .values({
      number,
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
    })
    .execute();
  return { number, label: invoiceLabel({ number, advertiserId: invoice.advertiserId, seriesNumber }) };
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

export function labelOf(
  invoice: Pick<Selectable<InvoiceTable>, 'number' | 'advertiser_id' | 'series_number'>,
): string {
  const { number, advertiser_id: advertiserId, series_number: seriesNumber } = invoice;
  return invoiceLabel({ number, advertiserId, seriesNumber });
}

/** @throws AppError `not_found`, also for somebody else's. */
export async function readInvoiceDocument(
  { db }: HasDb,
  actor: Actor,
  number: number,
): Promise<InvoiceDocument> {
  const invoice = await db
    .selectFrom('invoice')
    .selectAll()
    .where('number', '=', number)
    .where('advertiser_id', '=', actor.userId)
    .executeTakeFirst();
  if (invoice === undefined) throw new AppError('not_found');
  const detail = invoice.detail as InvoiceDetail;
  const language = detail.language ?? DEFAULT_LANGUAGE;
  return {
    label: labelOf(invoice),
    language,
    title: documentsText(`kind.${invoice.kind}`)(language),
    network: detail.network,
    billedTo: detail.billedTo,
    issuedAt: invoice.issued_at,
    timeZone: detail.timeZone ?? actor.timeZone,
    lines: detail.lines?.map(({ text, cents }) => ({ text, amountCents: BigInt(cents) })) ?? [
      { text: detail.line ?? '', amountCents: invoice.amount_cents },
    ],
    notes: detail.notes ?? [],
    totalCents: invoice.amount_cents,
    currency: invoice.currency,
  };
}
