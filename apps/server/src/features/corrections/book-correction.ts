import type { Tx } from '@placard/db/database';
import { sizeOf } from '@placard/domain/billing/correction';
import { accountKey, availableOf, walletOf } from '@placard/domain/ledger/accounts';
import { adjustmentEntries } from '@placard/domain/ledger/postings';
import { dollarsFromMicros, type Micros, wholeCents } from '@placard/domain/micros';
import { AppError } from '../../api/app-error.ts';
import { InsufficientFundsError } from '../../ledger/ledger-errors.ts';
import { postTransaction } from '../../ledger/post-transaction.ts';
import { mailText } from '../../mail/mail-text.ts';
import { moneyIn } from '../../texts/worded.ts';
import { doneBy, writeAudit } from '../audit/write-audit.ts';
import { readCurrency } from '../billing/read-balance.ts';
import { notify } from '../notices/notify.ts';
import { networkName } from '../settings/network-name.ts';
import { bookSpendRefund } from './book-spend-refund.ts';
import { issueBalanceDocument, issueSpendDocuments } from './correction-documents.ts';
import type { Acting, CorrectionRow } from './correction-row.ts';

type Booked = {
  readonly transactionId: bigint;
  readonly afterMicros: Micros;
  readonly uncoveredMicros: Micros;
  /** Whom else it changes: publishers who give back. */
  readonly takenFrom: readonly { readonly publisherId: number; readonly micros: Micros }[];
};

/**
 * Books a correction whose row the caller has locked or just made: ledger, documents, audit log and notices, in one
 * transaction under the reference of the correction, so that it happens once.
 * @throws AppError `insufficient_funds`, `refund_changed`, `conflict_status`, `invalid_input`
 */
export async function bookCorrection(trx: Tx, acting: Acting, row: CorrectionRow): Promise<void> {
  const { actor, now } = acting;
  const booked = row.kind === 'spend' ? await bookRefund(trx, row, now) : await bookBalance(trx, row, now);
  await trx
    .updateTable('money_correction')
    .set({
      status: 'booked',
      decided_by: actor.userId,
      decided_at: now,
      ledger_transaction_id: booked.transactionId,
      uncovered_micros: booked.uncoveredMicros,
    })
    .where('id', '=', row.id)
    .where('status', '=', 'pending')
    .returning('id')
    .executeTakeFirstOrThrow(() => new AppError('conflict_status'));
  await writeAudit(trx, {
    ...doneBy(actor, 'operator'),
    action: 'correction.book',
    subjectKind: 'correction',
    subjectId: row.id,
    detail: {
      status: { before: 'pending', after: 'booked' },
      kind: row.kind,
      accountId: row.account_id,
      amountMicros: row.amount_micros,
      balanceMicros: { before: booked.afterMicros - row.amount_micros, after: booked.afterMicros },
      ...(booked.takenFrom.length === 0 ? {} : { takenFrom: booked.takenFrom }),
      ...(booked.uncoveredMicros === 0n ? {} : { uncoveredMicros: booked.uncoveredMicros }),
      requestedBy: row.requested_by,
      reason: row.reason,
    },
    at: now,
  });
  await tell(trx, acting, row, {
    accountId: row.account_id,
    micros: row.amount_micros,
    wallet: row.kind !== 'earnings',
  });
  for (const { publisherId, micros } of booked.takenFrom) {
    await tell(trx, acting, row, { accountId: publisherId, micros: -micros, wallet: false });
  }
}

async function bookBalance(trx: Tx, row: CorrectionRow, now: Date): Promise<Booked> {
  const account = row.kind === 'wallet' ? walletOf(row.account_id) : availableOf(row.account_id);
  try {
    const { transactionId, balances } = await postTransaction(trx, {
      kind: 'adjustment',
      reference: `correction:${row.id}`,
      entries: adjustmentEntries({ account, amountMicros: row.amount_micros }),
      detail: { correctionId: row.id, reason: row.reason },
      at: now,
    });
    if (row.kind === 'wallet') await issueBalanceDocument(trx, row, now);
    const afterMicros = balances.get(accountKey(account)) ?? 0n;
    return { transactionId, afterMicros, uncoveredMicros: 0n, takenFrom: [] };
  } catch (cause) {
    if (cause instanceof InsufficientFundsError) throw new AppError('insufficient_funds');
    throw cause;
  }
}

async function bookRefund(trx: Tx, row: CorrectionRow, now: Date): Promise<Booked> {
  const refund = await bookSpendRefund(trx, row, now);
  await issueSpendDocuments(trx, row, refund.months, now);
  const takenFrom = refund.publishers
    .map(({ publisherId, pendingMicros, availableMicros }) => ({
      publisherId,
      micros: pendingMicros + availableMicros,
    }))
    .filter(({ micros }) => micros > 0n);
  const { transactionId, uncoveredMicros, walletAfterMicros: afterMicros } = refund;
  return { transactionId, afterMicros, uncoveredMicros, takenFrom };
}

/** Tells whom it concerns, at the bell and by mail, with the reason. Less than a cent is in the list only. */
async function tell(
  trx: Tx,
  { publicUrl, now }: Acting,
  { id, reason }: CorrectionRow,
  told: { readonly accountId: number; readonly micros: Micros; readonly wallet: boolean },
): Promise<void> {
  const { accountId, micros } = told;
  const cents = wholeCents(sizeOf(micros));
  if (cents === 0n) return;
  const currency = await readCurrency(trx);
  const url = `${publicUrl}${told.wallet ? '/advertiser/billing' : '/publisher/payment'}`;
  const facts = { network: await networkName(trx), amount: moneyIn(cents, currency), reason, url };
  const balance = told.wallet ? 'wallet' : 'earnings';
  await notify(trx, {
    accountId,
    kind: `${balance}.${micros > 0n ? 'credit' : 'debit'}`,
    data: { amount: dollarsFromMicros(sizeOf(micros)), currency, reason },
    mail: mailText(micros > 0n ? 'balanceCredited' : 'balanceDebited', { ...facts, balance }),
    key: String(id),
    at: now,
  });
}
