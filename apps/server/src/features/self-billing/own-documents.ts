import type { PaidDocument } from '@placard/contract/self-billing';
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
    .select(['number', 'advertiser_id', 'series', 'series_number', 'payout_id', 'amount_cents', 'tax_cents'])
    .select(['tax_treatment', 'withheld_cents', 'currency', 'period_from', 'period_to', 'issued_at'])
    .where('advertiser_id', '=', actor.accountId)
    .where('kind', '=', 'self_billing')
    .where(sql<boolean>`(${cursor}::bigint is null or number < ${cursor}::bigint)`)
    .orderBy('number', 'desc')
    .limit(limit + 1)
    .execute();
  const items = rows.slice(0, limit).map((row) => ({
    number: row.number,
    label: labelOf(row),
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

/** @throws AppError `not_found`, also for somebody else's and for documents of another kind. */
export async function readOwnDocument({ db }: HasDb, actor: Actor, number: number): Promise<InvoiceDocument> {
  const row = await db
    .selectFrom('invoice')
    .selectAll()
    .where('number', '=', number)
    .where('advertiser_id', '=', actor.accountId)
    .where('kind', '=', 'self_billing')
    .executeTakeFirst();
  if (row === undefined) throw new AppError('not_found');
  return documentOf(row, actor.timeZone);
}
