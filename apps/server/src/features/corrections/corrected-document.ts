import type { Tx } from '@placard/db/database';
import type { InvoiceTable } from '@placard/db/schema/ledger';
import { wholeCents } from '@placard/domain/micros';
import { type Selectable, sql } from 'kysely';
import { invalidInput, issueAt } from '../../api/app-error.ts';
import { REFUNDED_MICROS } from '../billing/deposit-view.ts';
import { type CorrectedDocument, LABEL_COLUMNS } from '../billing/issue-invoice.ts';
import { theRow } from '../the-row.ts';

/** Corrections refer to these: a correction itself is corrected by another one of the same document. */
export const CORRECTABLE_DOCUMENTS = ['deposit', 'month'] as const;

type DocumentRead = CorrectedDocument &
  Pick<
    Selectable<InvoiceTable>,
    (typeof LABEL_COLUMNS)[number] | 'amount_cents' | 'deposit_id' | 'period_from' | 'period_to'
  > & {
    /** All credits that are about it: also those of its days from before it was issued, and refunds of its deposit. */
    readonly creditedCents: bigint;
    readonly creditedByHandCents: bigint;
  };

/**
 * A document with what corrected it so far; null where there is none. Whoever books a correction holds the lock of the
 * account's wallet meanwhile, as does whoever refunds a deposit, so that corrections and refunds of one document count
 * each other.
 */
export async function readDocument(
  trx: Tx,
  which: { readonly accountId: number } & ({ readonly number: number } | { readonly month: string }),
): Promise<DocumentRead | null> {
  let query = trx
    .selectFrom('invoice')
    .select([
      ...LABEL_COLUMNS,
      'amount_cents',
      'deposit_id',
      'tax_treatment',
      'tax_bp',
      'period_from',
      'period_to',
    ])
    .where('advertiser_id', '=', which.accountId)
    .where('kind', 'in', CORRECTABLE_DOCUMENTS);
  query =
    'number' in which ? query.where('number', '=', which.number) : query.where('month', '=', which.month);
  const document = await query.executeTakeFirst();
  if (document === undefined) return null;
  const sums = await correctionsOf(trx, which.accountId, document);
  const refundedCents = document.deposit_id === null ? 0n : await refundedOf(trx, document.deposit_id);
  return { ...document, ...sums, creditedCents: sums.creditedCents - refundedCents };
}

/** What was sent back of a deposit or is on its way, by whomever: the document of a refund on its way comes later. */
async function refundedOf(trx: Tx, depositId: number): Promise<bigint> {
  const { micros } = await trx
    .selectFrom('deposit')
    .select(REFUNDED_MICROS.as('micros'))
    .where('id', '=', depositId)
    .executeTakeFirstOrThrow();
  return wholeCents(micros);
}

type Sums = { correctedCents: bigint; creditedCents: bigint; creditedByHandCents: bigint };

async function correctionsOf(
  trx: Tx,
  accountId: number,
  { number, period_from: from, period_to: to }: Pick<DocumentRead, 'number' | 'period_from' | 'period_to'>,
): Promise<Sums> {
  const found = await sql<Sums>`
    select coalesce(sum(i.amount_cents) filter (where i.corrects_number = ${number}), 0)::bigint as "correctedCents",
           coalesce(sum(i.amount_cents), 0)::bigint as "creditedCents",
           coalesce(sum(i.amount_cents) filter (where c.kind = 'wallet'), 0)::bigint as "creditedByHandCents"
      from invoice i
      join money_correction c on c.id = i.correction_id
     where i.advertiser_id = ${accountId}
       and (i.corrects_number = ${number}
            or (i.corrects_number is null and c.kind = 'spend' and i.period_from between ${from}::date and ${to}::date))`.execute(
    trx,
  );
  return theRow(found);
}

/** Refuses to credit more than a document says. */
export function refuseBeyond(
  document: Pick<DocumentRead, 'amount_cents' | 'creditedCents'>,
  amountCents: bigint,
): void {
  if (amountCents < 0n && document.amount_cents + document.creditedCents + amountCents < 0n) {
    throw invalidInput(issueAt('amount', 'document_corrected'));
  }
}
