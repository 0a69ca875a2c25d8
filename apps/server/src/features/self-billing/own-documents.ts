import type { PaidDocument } from '@placard/contract/self-billing';
import {
  type DocumentSeries,
  documentLabel,
  SOLD_KINDS,
  type SoldKind,
} from '@placard/domain/billing/document-kinds';
import { sql } from 'kysely';
import { AppError } from '../../api/app-error.ts';
import type { Actor, HasDb } from '../../deps.ts';
import type { InvoiceDocument } from '../billing/document-content.ts';
import { documentOf } from '../billing/invoices.ts';
import { labelOf } from '../billing/issue-invoice.ts';
import { cursorOf } from '../list-query.ts';

const CENTS_PER_DOLLAR = 100;

type LogPart = { readonly before?: string | undefined; readonly limit: number };

/** A publisher's self-billing invoices, newest first. */
export async function listOwnDocuments(
  { db }: HasDb,
  actor: Pick<Actor, 'accountId'>,
  { before, limit }: LogPart,
): Promise<{ items: PaidDocument[]; next: string | null }> {
  const cursor = cursorOf(before);
  const rows = await db
    .selectFrom('invoice')
    .leftJoin('invoice as c', (join) =>
      join.onRef('c.corrects_number', '=', 'invoice.number').on('c.kind', '=', 'self_billing_cancellation'),
    )
    .leftJoin('invoice as o', 'o.number', 'invoice.corrects_number')
    .selectAll('invoice')
    .select(['c.number as c_number', 'c.series as c_series', 'c.series_number as c_place'])
    .select(['o.number as o_number', 'o.series as o_series', 'o.series_number as o_place'])
    .where('invoice.advertiser_id', '=', actor.accountId)
    .where('invoice.kind', 'in', SOLD_KINDS)
    .$narrowType<{ kind: SoldKind }>()
    .where(sql<boolean>`(${cursor}::bigint is null or invoice.number < ${cursor}::bigint)`)
    .orderBy('invoice.number', 'desc')
    .limit(limit + 1)
    .execute();
  const items = rows.slice(0, limit).map((row) => ({
    number: row.number,
    label: labelOf(row),
    kind: row.kind,
    cancels: otherLabel(actor, row.o_number, row.o_series, row.o_place),
    cancelledBy: otherLabel(actor, row.c_number, row.c_series, row.c_place),
    paymentId: `PO-${row.payout_id}`,
    amount: Number(row.amount_cents) / CENTS_PER_DOLLAR,
    tax:
      row.tax_cents === null || row.tax_treatment === 'untaxed'
        ? null
        : Number(row.tax_cents) / CENTS_PER_DOLLAR,
    withheld: Number(row.withheld_cents ?? 0n) / CENTS_PER_DOLLAR,
    currency: row.currency,
    fromDay: row.period_from,
    lastDay: row.period_to,
    issuedAt: row.issued_at.toISOString(),
  }));
  return { items, next: rows.length > limit ? String(items.at(-1)?.number) : null };
}

function otherLabel(
  { accountId: ownerId }: Pick<Actor, 'accountId'>,
  number: number | null,
  series: DocumentSeries | null,
  seriesNumber: number | null,
): string | null {
  return number === null ? null : documentLabel({ number, ownerId, series, seriesNumber });
}

/** @throws AppError `not_found`, also for somebody else's and for documents of another kind. */
export async function readOwnDocument({ db }: HasDb, actor: Actor, number: number): Promise<InvoiceDocument> {
  const row = await db
    .selectFrom('invoice')
    .selectAll()
    .where('number', '=', number)
    .where('advertiser_id', '=', actor.accountId)
    .where('kind', 'in', SOLD_KINDS)
    .executeTakeFirstOrThrow(() => new AppError('not_found'));
  return documentOf(row, actor.timeZone);
}
