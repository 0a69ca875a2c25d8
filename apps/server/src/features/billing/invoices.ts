import type { Db } from '@placard/db/database';
import type { InvoiceTable } from '@placard/db/schema/ledger';
import { documentFileName, SOLD_KINDS } from '@placard/domain/billing/document-kinds';
import type { Party } from '@placard/domain/billing/party';
import { DEFAULT_LANGUAGE } from '@placard/domain/language';
import { textsIn } from '@placard/texts/catalogue';
import { type Selectable, sql } from 'kysely';
import { AppError } from '../../api/app-error.ts';
import type { Actor, HasDb } from '../../deps.ts';
import { documentKindsTexts } from '../../texts/catalogues.ts';
import { cursorOf } from '../list-query.ts';
import type { DocumentTax, InvoiceDocument } from './document-content.ts';
import { type InvoiceDetail, labelOf } from './issue-invoice.ts';

export type InvoiceView = {
  number: number;
  label: string;
  kind: Exclude<InvoiceTable['kind'], 'self_billing' | 'self_billing_cancellation'>;
  amount: number;
  currency: string;
  month: string | null;
  issuedAt: string;
};

/** So many stand on the billing page; the list goes on from there. */
const RECENT = 10;
const CENTS_PER_DOLLAR = 100;

type LogPart = { readonly before?: string | undefined; readonly limit: number };

/** An advertiser's documents, newest first. */
export async function listInvoices(
  { db }: HasDb,
  actor: Pick<Actor, 'accountId'>,
  { before, limit }: LogPart,
): Promise<{ items: InvoiceView[]; next: string | null }> {
  const cursor = cursorOf(before);
  let query = db
    .selectFrom('invoice')
    .select(['number', 'advertiser_id', 'series', 'series_number', 'kind', 'amount_cents', 'currency'])
    .select(['month', 'issued_at'])
    .where('advertiser_id', '=', actor.accountId)
    // What they sold, as a publisher, stands with what they were paid.
    .where('kind', 'not in', SOLD_KINDS)
    .$narrowType<{ kind: InvoiceView['kind'] }>()
    .orderBy('number', 'desc')
    .limit(limit + 1);
  if (cursor !== null) query = query.where(sql<boolean>`number < ${cursor}::bigint`);
  const rows = await query.execute();
  const items = rows.slice(0, limit).map((row) => ({
    number: row.number,
    label: labelOf(row),
    kind: row.kind,
    amount: Number(row.amount_cents) / CENTS_PER_DOLLAR,
    currency: row.currency,
    month: row.month,
    issuedAt: row.issued_at.toISOString(),
  }));
  return { items, next: rows.length > limit ? String(items.at(-1)?.number) : null };
}

export async function recentInvoices(db: Db, actor: Pick<Actor, 'accountId'>): Promise<InvoiceView[]> {
  return (await listInvoices({ db }, actor, { limit: RECENT })).items;
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
    .where('advertiser_id', '=', actor.accountId)
    .where('kind', 'not in', SOLD_KINDS)
    .executeTakeFirstOrThrow(() => new AppError('not_found'));
  return documentOf(invoice, actor.timeZone);
}

/** @param timeZone in which the day of a document is meant that does not say so itself */
export function documentOf(invoice: Selectable<InvoiceTable>, timeZone: string): InvoiceDocument {
  const detail = invoice.detail as InvoiceDetail;
  const language = detail.language ?? DEFAULT_LANGUAGE;
  const label = labelOf(invoice);
  const { period_from: from, period_to: to } = invoice;
  return {
    label,
    fileName: documentFileName(invoice.kind, label),
    language,
    title: textsIn(documentKindsTexts, language)(invoice.kind),
    network: detail.network,
    seller: detail.seller ?? partyOfLines([detail.network]),
    buyer: detail.buyer ?? partyOfLines(detail.billedTo ?? []),
    issuedAt: invoice.issued_at,
    timeZone: detail.timeZone ?? timeZone,
    period: from === null || to === null ? null : { from, to },
    lines: detail.lines?.map(({ text, cents, netCents }) => ({
      text,
      amountCents: BigInt(netCents ?? cents),
    })) ?? [{ text: detail.line ?? '', amountCents: invoice.amount_cents }],
    tax: taxShown(invoice),
    withheld:
      invoice.withheld_cents === null
        ? null
        : { cents: invoice.withheld_cents, rateBp: detail.withholdingBp ?? 0 },
    notes: detail.notes ?? [],
    totalCents: invoice.amount_cents,
    currency: invoice.currency,
  };
}

function taxShown(invoice: Selectable<InvoiceTable>): DocumentTax | null {
  const { tax_treatment: treatment, tax_bp: rateBp, tax_cents: taxCents } = invoice;
  if (treatment === null || treatment === 'untaxed' || rateBp === null || taxCents === null) return null;
  return { treatment, rateBp, taxCents, netCents: invoice.amount_cents - taxCents };
}

/** Whom a document of before names by lines alone. */
function partyOfLines([name = '', ...address]: readonly string[]): Party {
  return { name, address: address.join('\n'), country: '', vatNumber: null, registrationNumber: null };
}
