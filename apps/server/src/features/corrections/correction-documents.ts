import type { Tx } from '@placard/db/database';
import { centsAfter } from '@placard/domain/billing/correction';
import { invoicedMonths } from '@placard/domain/billing/spend-refund';
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
    const first = [from, month].toSorted().at(-1) ?? from;
    const last = [to, addDays(monthAfter(month), -1)].toSorted()[0] ?? to;
    const zones = await readZones(trx, accountId);
    const { invoiced, others } = await readInvoiced(trx, accountId, { from: first, to: last }, zones);
    const corrects = await readDocument(trx, { accountId, month: invoiced });
    if (corrects !== null && corrects.creditedByHandCents < 0n) refuseBeyond(corrects, amountCents);
    const alsoIn: Worded[] = [];
    for (const other of others) {
      alsoIn.push(whatElse(await readDocument(trx, { accountId, month: other }), other, zones));
    }
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
          notes: [whatItCorrects(corrects, invoiced), ...alsoIn, documentsText('note.walletCredited')],
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

type Zones = Parameters<typeof invoicedMonths>[1];

async function readZones(trx: Tx, accountId: number): Promise<Zones> {
  return await trx
    .selectFrom('account')
    .innerJoin('network_settings', (join) => join.onTrue())
    .select(['account.time_zone as account', 'network_settings.time_zone as network'])
    .where('account.id', '=', accountId)
    .executeTakeFirstOrThrow();
}

/** The month whose invoice has the days: their own, unless nothing was charged in it. What else of theirs has charges follows. */
async function readInvoiced(
  trx: Tx,
  accountId: number,
  days: { readonly from: string; readonly to: string },
  zones: Zones,
): Promise<{ invoiced: string; others: string[] }> {
  const months = invoicedMonths(days, zones);
  const { rows } = await sql<{ month: string }>`
    select distinct m.month::text as month from campaign_month m join campaign c on c.id = m.campaign_id
     where c.advertiser_id = ${accountId} and m.month = any(${months}::date[]) and m.charged_micros > 0`.execute(
    trx,
  );
  const charged = months.filter((each) => rows.some(({ month }) => month === each));
  const [invoiced = days.from, ...others] = charged.length === 0 ? months : charged;
  return { invoiced, others };
}

function whatElse(stands: Parameters<typeof labelOf>[0] | null, month: string, zones: Zones): Worded {
  const where = { month: monthIn(month), timeZone: zones.account, networkZone: zones.network };
  return stands === null
    ? documentsText('note.alsoLater', where)
    : documentsText('note.alsoCorrects', { ...where, label: labelOf(stands) });
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
