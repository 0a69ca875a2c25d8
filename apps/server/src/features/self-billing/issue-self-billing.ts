import type { Tx } from '@placard/db/database';
import type { PayoutTable } from '@placard/db/schema/payouts';
import { type EarnedMonth, suppliedIn } from '@placard/domain/billing/self-billing';
import { type Micros, wholeCents } from '@placard/domain/micros';
import { localDayAt } from '@placard/domain/time-zone';
import { type Selectable, sql } from 'kysely';
import { documentsText } from '../../texts/documents-text.ts';
import type { Worded } from '../../texts/worded.ts';
import { issueInvoice } from '../billing/issue-invoice.ts';
import { theRow } from '../the-row.ts';
import { agreementOf } from './agreement.ts';

export type Paid = Pick<
  Selectable<PayoutTable>,
  'id' | 'publisher_id' | 'amount_micros' | 'withheld_micros' | 'withholding_bp'
>;

/** Issues the publisher's invoice for a payout that was just completed, where they agreed to that; once, by the payout. */
export async function issueSelfBilling(trx: Tx, payout: Paid, now: Date): Promise<void> {
  const agreed = await agreementOf(trx, payout.publisher_id);
  if (agreed === undefined) return;
  await lockDocuments(trx);
  await issueOf(trx, payout, { agreed, issue: 1, period: await periodOf(trx, payout), notes: [] }, now);
}

/** Documents are issued one after the other: of two at once the second sees the first. */
export async function lockDocuments(trx: Tx): Promise<void> {
  await sql`select from invoice_number for update`.execute(trx);
}

/** Writes the invoice of a payout. Documents are locked. */
export async function issueOf(
  trx: Tx,
  payout: Paid,
  as: {
    readonly agreed: { readonly agreed_at: Date };
    readonly issue: number;
    readonly period: { readonly from: string; readonly to: string } | null;
    readonly notes: readonly Worded[];
  },
  now: Date,
): Promise<{ readonly number: number; readonly label: string }> {
  const { time_zone: timeZone } = await trx
    .selectFrom('network_settings')
    .select('time_zone')
    .executeTakeFirstOrThrow();
  const day = localDayAt(timeZone, as.agreed.agreed_at.getTime());
  return await issueInvoice(
    trx,
    {
      advertiserId: payout.publisher_id,
      amountCents: wholeCents(payout.amount_micros),
      of: {
        kind: 'self_billing',
        payoutId: payout.id,
        payoutIssue: as.issue,
        withheldCents: wholeCents(payout.withheld_micros),
        withholdingBp: payout.withholding_bp,
        period: as.period,
        line: documentsText('line.payout', { paymentId: `PO-${payout.id}` }),
        notes: [...as.notes, documentsText('note.selfBilling', { day })],
      },
    },
    now,
  );
}

/** The months of the network's that the payout pays. */
async function periodOf(trx: Tx, payout: Paid) {
  const { rows: months } = await sql<EarnedMonth>`
    select to_char(month, 'YYYY-MM-DD') as month, (earned_micros - taken_back_micros)::int8 as micros
      from earning_month where publisher_id = ${payout.publisher_id} and closed_at is not null
     order by earning_month.month`.execute(trx);
  const before = await sql<{ paid: Micros }>`
    select coalesce(sum(amount_micros), 0)::int8 as paid from payout
     where publisher_id = ${payout.publisher_id} and status = 'completed' and id <> ${payout.id}`.execute(
    trx,
  );
  return suppliedIn(months, theRow(before).paid, payout.amount_micros);
}
