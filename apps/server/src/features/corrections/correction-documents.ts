import type { Tx } from '@placard/db/database';
import { centsAfter } from '@placard/domain/billing/correction';
import { type Micros, wholeCents } from '@placard/domain/micros';
import { addDays, monthAfter } from '@placard/domain/time-zone';
import { sql } from 'kysely';
import { documentsText } from '../../texts/documents-text.ts';
import { monthIn, type Worded } from '../../texts/worded.ts';
import { issueInvoice, labelOf } from '../billing/issue-invoice.ts';
import { readDocument, refuseBeyond } from './corrected-document.ts';
import type { CorrectionRow } from './correction-row.ts';

/**
 * The credit note or debit note of a wallet that was corrected. Advertising is what an invoice is about: a correction
 * of one has its tax, others are of money alone.
 * @throws AppError `invalid_input` where it credits more than the document that it corrects says
 */
export async function issueBalanceDocument(trx: Tx, row: CorrectionRow, now: Date): Promise<void> {
  const { account_id: accountId, corrects_number: number } = row;
  const corrects = number === null ? null : await readDocument(trx, { accountId, number });
  // A credit makes what the account has paid less, a debit makes it more.
  const amountCents = -wholeCents(row.amount_micros);
  if (corrects !== null) refuseBeyond(corrects, amountCents);
  const isOfInvoice = corrects?.kind === 'month';
  const taken = row.amount_micros < 0n;
  await issueInvoice(
    trx,
    {
      advertiserId: accountId,
      amountCents,
      of: {
        kind: taken ? 'debit_note' : 'credit_note',
        correctionId: row.id,
        corrects,
        supply: isOfInvoice,
        period: periodOf(corrects),
        line: documentsText('line.correction', { reason: row.reason }),
        notes: [
          ...(corrects === null ? [] : [documentsText('note.corrects', { label: labelOf(corrects) })]),
          documentsText(taken ? 'note.walletDebited' : 'note.walletCredited'),
        ],
      },
    },
    now,
  );
}

function periodOf(corrects: { period_from: string | null; period_to: string | null } | null) {
  const { period_from: from, period_to: to } = corrects ?? { period_from: null, period_to: null };
  return from === null || to === null ? null : { from, to };
}

/** The credit notes of refunded charges: one for each month that they are of, as each month has its invoice. */
export async function issueSpendDocuments(
  trx: Tx,
  row: CorrectionRow,
  months: readonly { readonly month: string; readonly chargedMicros: Micros }[],
  now: Date,
): Promise<void> {
  const { account_id: accountId, period_from: from, period_to: to } = row;
  if (from === null || to === null) throw new Error(`correction ${row.id} has no period`);
  let beforeMicros = await refundedOf(trx, row);
  for (const { month, chargedMicros } of months) {
    const amountCents = -centsAfter(beforeMicros, chargedMicros);
    beforeMicros += chargedMicros;
    // Less than a cent stands on the next one.
    if (amountCents === 0n) continue;
    const corrects = await readDocument(trx, { accountId, month });
    if (corrects !== null && corrects.creditedByHandCents < 0n) refuseBeyond(corrects, amountCents);
    const first = [from, month].toSorted().at(-1) ?? from;
    const last = [to, addDays(monthAfter(month), -1)].toSorted()[0] ?? to;
    await issueInvoice(
      trx,
      {
        advertiserId: accountId,
        amountCents,
        of: {
          kind: 'credit_note',
          correctionId: row.id,
          corrects,
          supply: true,
          period: { from: first, to: last },
          line: documentsText('line.spendRefund', { from: first, to: last, reason: row.reason }),
          notes: [whatItCorrects(corrects, month), documentsText('note.walletCredited')],
        },
      },
      now,
    );
  }
}

function whatItCorrects(corrects: Parameters<typeof labelOf>[0] | null, month: string): Worded {
  return corrects === null
    ? documentsText('note.correctsLater', { month: monthIn(month) })
    : documentsText('note.corrects', { label: labelOf(corrects) });
}

/** What went back to the account by earlier refunds, whose cents are on documents already. */
async function refundedOf(trx: Tx, row: CorrectionRow): Promise<Micros> {
  const { micros } = await trx
    .selectFrom('money_correction')
    .select(sql<Micros>`coalesce(sum(amount_micros), 0)::bigint`.as('micros'))
    .where('account_id', '=', row.account_id)
    .where('kind', '=', 'spend')
    .where('status', '=', 'booked')
    .where('id', '<>', row.id)
    .executeTakeFirstOrThrow();
  return micros;
}
