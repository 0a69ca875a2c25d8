import type { Tx } from '@placard/db/database';
import { payoutCompleteEntries, payoutReturnEntries } from '@placard/domain/ledger/postings';
import { postTransaction } from '../../ledger/post-transaction.ts';
import { issueSelfBilling } from '../self-billing/issue-self-billing.ts';
import { coverRefunded } from './cover-refunded.ts';
import type { PayoutRecord } from './payout-record.ts';

const moneyOf = (payout: PayoutRecord) => ({
  publisherId: payout.publisher_id,
  amountMicros: payout.amount_micros,
});

/** Paid: the money has left the network, and whoever lets it write their invoices has one. */
export async function completeMoney(trx: Tx, payout: PayoutRecord, at: Date): Promise<void> {
  await postTransaction(trx, {
    kind: 'payout_complete',
    reference: `payout:${payout.id}:complete`,
    entries: payoutCompleteEntries({ ...moneyOf(payout), withheldMicros: payout.withheld_micros }),
    detail: { payoutId: payout.id },
    at,
  });
  await issueSelfBilling(trx, payout, at);
}

/**
 * Failed, rejected or taken back: available again, less what was refunded of it meanwhile. Under one reference: it comes back
 * once.
 */
export async function returnMoney(trx: Tx, payout: PayoutRecord, at: Date): Promise<void> {
  await postTransaction(trx, {
    kind: 'payout_return',
    reference: `payout:${payout.id}:return`,
    entries: payoutReturnEntries(moneyOf(payout)),
    detail: { payoutId: payout.id, status: payout.status },
    at,
  });
  await coverRefunded(trx, payout, at);
}
