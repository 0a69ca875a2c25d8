import type { CannotOf } from '@placard/contract/status-refusals';
import type { Tx } from '@placard/db/database';
import { depositEntries } from '@placard/domain/ledger/postings';
import { dollarsFromMicros, wholeCents } from '@placard/domain/micros';
import type { Actor } from '../../deps.ts';
import { postTransaction } from '../../ledger/post-transaction.ts';
import { mailText } from '../../mail/mail-text.ts';
import { moneyIn, type Worded } from '../../texts/worded.ts';
import { writeAudit } from '../audit/write-audit.ts';
import { notify } from '../notices/notify.ts';
import { networkName } from '../settings/network-name.ts';
import { statusConflict } from '../status-conflict.ts';
import type { DepositRecord } from './deposit-view.ts';
import { issueDepositInvoice } from './issue-invoice.ts';
import { readCurrency } from './read-balance.ts';

export type Credit = {
  readonly depositId: number;
  /** The operator who saw the money; null when a gateway did. */
  readonly actor: Pick<Actor, 'userId'> | null;
  readonly now: Date;
  /** `pending` unless given: money that a gateway took counts whatever we thought of the deposit before. */
  readonly from?: DepositRecord['status'];
};

type Decision = Credit & {
  readonly to: 'confirmed' | 'failed';
  readonly cannot: CannotOf<'deposit'>;
  readonly failure?: { readonly code: string; readonly text: string };
};

/** Takes a waiting deposit to another status; that it is there was seen before. @throws AppError `conflict_status`. */
export async function decideDeposit(trx: Tx, decision: Decision): Promise<DepositRecord> {
  const decided = await trx
    .updateTable('deposit')
    .set({
      status: decision.to,
      decided_at: decision.now,
      decided_by: decision.actor?.userId ?? null,
      next_check_at: null,
      failure_code: decision.failure?.code ?? null,
      failure_text: decision.failure?.text ?? null,
    })
    .where('id', '=', decision.depositId)
    .where('status', '=', decision.from ?? 'pending')
    .returningAll()
    .executeTakeFirst();
  if (decided !== undefined) return decided;
  const present = await trx
    .selectFrom('deposit')
    .select('status')
    .where('id', '=', decision.depositId)
    .executeTakeFirstOrThrow();
  throw statusConflict('deposit', present.status, decision.cannot);
}

/**
 * The money has arrived: confirms the deposit, books it once under its id, writes the receipt and the mail, all in
 * the caller's transaction. @throws AppError `conflict_status` when it is not pending.
 */
export async function creditDeposit(trx: Tx, credit: Credit): Promise<DepositRecord> {
  const deposit = await decideDeposit(trx, { ...credit, to: 'confirmed', cannot: 'confirmed' });
  const amountMicros = deposit.amount_micros;
  const { transactionId } = await postTransaction(trx, {
    kind: 'deposit',
    reference: `deposit:${deposit.id}`,
    entries: depositEntries({ advertiserId: deposit.advertiser_id, amountMicros }),
    detail: { depositId: deposit.id, gateway: deposit.gateway },
    at: credit.now,
  });
  await trx
    .updateTable('deposit')
    .set({ ledger_transaction_id: transactionId })
    .where('id', '=', deposit.id)
    .execute();
  const { reference } = deposit;
  const { label: invoiceNumber } = await issueDepositInvoice(
    trx,
    { id: deposit.id, advertiserId: deposit.advertiser_id, reference, amountMicros },
    credit.now,
  );
  await writeAudit(trx, {
    actorUserId: credit.actor?.userId ?? null,
    actorKind: credit.actor === null ? 'system' : 'operator',
    action: 'deposit.confirm',
    subjectKind: 'deposit',
    subjectId: deposit.id,
    detail: { status: { before: credit.from ?? 'pending', after: 'confirmed' }, amountMicros, invoiceNumber },
    at: credit.now,
  });
  const facts = await mailFacts(trx, deposit);
  await notify(trx, {
    accountId: deposit.advertiser_id,
    kind: 'deposit.confirm',
    data: {
      amount: dollarsFromMicros(amountMicros),
      currency: facts.currency,
      reference,
      invoiceNumber,
    },
    mail: mailText('depositConfirmed', { ...facts, invoiceNumber }),
    at: credit.now,
  });
  return { ...deposit, ledger_transaction_id: transactionId };
}

type MailFacts = { network: string; amount: Worded; currency: string; reference: string };

async function mailFacts(trx: Tx, deposit: DepositRecord): Promise<MailFacts> {
  const currency = await readCurrency(trx);
  const amount = moneyIn(wholeCents(deposit.amount_micros), currency);
  return { network: await networkName(trx), amount, currency, reference: deposit.reference };
}

/** Tells whoever asked for a deposit that its money did not come. */
export async function tellDepositFailed(trx: Tx, deposit: DepositRecord, now: Date): Promise<void> {
  const facts = await mailFacts(trx, deposit);
  await notify(trx, {
    accountId: deposit.advertiser_id,
    kind: 'deposit.fail',
    data: {
      amount: dollarsFromMicros(deposit.amount_micros),
      currency: facts.currency,
      reference: deposit.reference,
    },
    mail: mailText('depositFailed', facts),
    at: now,
  });
}
