import type { Tx } from '@placard/db/database';
import type { DepositRefundTable } from '@placard/db/schema/card-payments';
import { type Micros, wholeCents } from '@placard/domain/micros';
import type { Selectable } from 'kysely';
import { documentsText } from '../../texts/documents-text.ts';
import { moneyIn, type Worded } from '../../texts/worded.ts';
import type { DepositRecord } from './deposit-view.ts';
import { issueInvoice, LABEL_COLUMNS, labelOf } from './issue-invoice.ts';
import { readCurrency } from './read-balance.ts';

type RefundOfDocument = Pick<
  Selectable<DepositRefundTable>,
  'id' | 'origin' | 'amount_micros' | 'covered_micros'
>;

/**
 * Money of a deposit has gone back for good as far as we know: its document, under the next number. The receipt of the
 * deposit stays as it is; both together say what was received. To be called once, in the transaction that says so.
 */
export async function issueRefundDocument(
  trx: Tx,
  deposit: DepositRecord,
  refund: RefundOfDocument,
  now: Date,
): Promise<void> {
  const { amount_micros: amountMicros, covered_micros: coveredMicros } = refund;
  const what = documentsText('line.refund', { origin: refund.origin, reference: deposit.reference });
  const receipt = await receiptOf(trx, deposit.id);
  await issueInvoice(
    trx,
    {
      advertiserId: deposit.advertiser_id,
      amountCents: -wholeCents(amountMicros),
      of: {
        kind: 'refund',
        refundId: refund.id,
        line: (language) => `${what(language)}${receipt(language)}`,
        notes: [walletNote(await readCurrency(trx), amountMicros, coveredMicros)],
      },
    },
    now,
  );
}

/** A refund failed after its document was issued, or a dispute was won: the money is here again, and so is its document. */
export async function issueRefundReversal(
  trx: Tx,
  deposit: DepositRecord,
  refund: RefundOfDocument,
  now: Date,
): Promise<void> {
  const document = await trx
    .selectFrom('invoice')
    .select(LABEL_COLUMNS)
    .where('refund_id', '=', refund.id)
    .where('kind', '=', 'refund')
    .executeTakeFirst();
  // A refund that the gateway never took on, or of before there were documents, has none to take back.
  if (document === undefined) return;
  await issueInvoice(
    trx,
    {
      advertiserId: deposit.advertiser_id,
      amountCents: wholeCents(refund.amount_micros),
      of: {
        kind: 'refund_return',
        refundId: refund.id,
        line: documentsText('line.refundReturn', {
          label: labelOf(document),
          reference: deposit.reference,
        }),
        notes: [documentsText('note.refundReturn')],
      },
    },
    now,
  );
}

async function receiptOf(trx: Tx, depositId: number): Promise<Worded> {
  const receipt = await trx
    .selectFrom('invoice')
    .select(LABEL_COLUMNS)
    .where('deposit_id', '=', depositId)
    .executeTakeFirst();
  return receipt === undefined ? () => '' : documentsText('line.receipt', { label: labelOf(receipt) });
}

function walletNote(currency: string, amountMicros: Micros, coveredMicros: Micros): Worded {
  return coveredMicros === amountMicros
    ? documentsText('note.refundCovered')
    : documentsText('note.refundUncovered', { covered: moneyIn(wholeCents(coveredMicros), currency) });
}
