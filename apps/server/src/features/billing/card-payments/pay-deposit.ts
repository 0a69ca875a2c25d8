import type { Deposit } from '@placard/contract/billing';
import { pauseAfterAttemptMs } from '@placard/domain/billing/check-schedule';
import { AppError } from '../../../api/app-error.ts';
import type { Actor, HasDb } from '../../../deps.ts';
import { GatewayAwayError } from '../../../gateways/card-gateway.ts';
import { doneBy, writeAudit } from '../../audit/write-audit.ts';
import { inTransaction } from '../../in-transaction.ts';
import { statusConflict } from '../../status-conflict.ts';
import { type DepositRecord, readDepositView } from '../deposit-view.ts';
import { readCurrency } from '../read-balance.ts';
import { type CardDeps, cardsOf } from './cards-of.ts';
import { type Synced, syncDeposit } from './sync-deposit.ts';

type Input = { readonly id: number };

/** One's own deposit. @throws AppError `not_found`. */
export async function ownDeposit(deps: HasDb, actor: Actor, id: number): Promise<DepositRecord> {
  return await deps.db
    .selectFrom('deposit')
    .selectAll()
    .where('id', '=', id)
    .where('advertiser_id', '=', actor.accountId)
    .executeTakeFirstOrThrow(() => new AppError('not_found'));
}

/** Nobody knows yet: what waits is asked for by the reconciling job. */
async function asFarAsKnown(deps: CardDeps, depositId: number, open: boolean): Promise<Synced> {
  try {
    return await syncDeposit(deps, depositId, { open });
  } catch (error) {
    if (!(error instanceof GatewayAwayError)) throw error;
    deps.log.warn({ depositId, err: error }, 'the card gateway gave no answer about a deposit');
    return { redirectUrl: null };
  }
}

export type Paying = { deposit: Deposit; redirectUrl: string | null };

/**
 * Pays a card deposit, or goes on paying it: charges its saved card, or opens the gateway's page. Pressed twice it is
 * paid once. Without an answer the deposit goes on waiting, and is asked for until it ends.
 * @returns where the browser goes on (the gateway's page, the bank's question); null when there is nothing to do
 * @throws AppError `not_found`, `conflict_status`, `card_payments_off`.
 */
export async function payDeposit(deps: CardDeps, actor: Actor, { id }: Input): Promise<Paying> {
  cardsOf(deps);
  const deposit = await ownDeposit(deps, actor, id);
  if (deposit.gateway !== 'stripe') throw new AppError('conflict_status');
  if (deposit.status !== 'pending') throw statusConflict('deposit', deposit.status, 'paid');
  // Kept before the gateway is asked: whatever dies from here on, somebody will find out what became of it.
  await beginPayment(deps, actor, deposit);
  const { redirectUrl } = await asFarAsKnown(deps, id, true);
  return { deposit: await readDepositView(deps.db, id, await readCurrency(deps.db)), redirectUrl };
}

/** Written once, by whoever pressed first: what the gateway makes of it is the system's to write. */
async function beginPayment(deps: CardDeps, actor: Actor, deposit: DepositRecord): Promise<void> {
  const now = deps.clock();
  await inTransaction(deps.db, async (trx) => {
    const begun = await trx
      .updateTable('deposit')
      .set({ check_attempts: 0, next_check_at: new Date(now.getTime() + pauseAfterAttemptMs(0)) })
      .where('id', '=', deposit.id)
      .where('status', '=', 'pending')
      .where('next_check_at', 'is', null)
      .where('gateway_id', 'is', null)
      .executeTakeFirst();
    if (begun.numUpdatedRows === 0n) return;
    await writeAudit(trx, {
      ...doneBy(actor, 'advertiser'),
      action: 'deposit.pay',
      subjectKind: 'deposit',
      subjectId: deposit.id,
      detail: { amountMicros: deposit.amount_micros, paying: { before: false, after: true } },
      at: now,
    });
  });
}

/** What became of one's deposit; where it waits for a card, the gateway is asked. @throws AppError `not_found`. */
export async function checkDeposit(deps: CardDeps, actor: Actor, { id }: Input): Promise<Deposit> {
  const deposit = await ownDeposit(deps, actor, id);
  if (deps.cards !== null && deposit.gateway === 'stripe' && deposit.status === 'pending') {
    await asFarAsKnown(deps, id, false);
  }
  return await readDepositView(deps.db, id, await readCurrency(deps.db));
}
