import type { Deposit } from '@placard/contract/billing';
import { pauseAfterAttemptMs } from '@placard/domain/billing/check-schedule';
import { AppError } from '../../../api/app-error.ts';
import type { Actor } from '../../../deps.ts';
import { GatewayAwayError } from '../../../gateways/card-gateway.ts';
import { statusConflict } from '../../status-conflict.ts';
import { type DepositRecord, readDepositView } from '../deposit-view.ts';
import { readCurrency } from '../read-balance.ts';
import { type CardDeps, cardsOf } from './cards-of.ts';
import { type Synced, syncDeposit } from './sync-deposit.ts';

type Input = { readonly id: number };

/** One's own deposit. @throws AppError `not_found`. */
export async function ownDeposit(deps: CardDeps, actor: Actor, id: number): Promise<DepositRecord> {
  const deposit = await deps.db
    .selectFrom('deposit')
    .selectAll()
    .where('id', '=', id)
    .where('advertiser_id', '=', actor.accountId)
    .executeTakeFirst();
  if (deposit === undefined) throw new AppError('not_found');
  return deposit;
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
  await deps.db
    .updateTable('deposit')
    .set({ next_check_at: new Date(deps.clock().getTime() + pauseAfterAttemptMs(0)) })
    .where('id', '=', id)
    .where('status', '=', 'pending')
    .where('next_check_at', 'is', null)
    .where('gateway_id', 'is', null)
    .execute();
  const { redirectUrl } = await asFarAsKnown(deps, id, true);
  return { deposit: await readDepositView(deps.db, id, await readCurrency(deps.db)), redirectUrl };
}

/** What became of one's deposit; where it waits for a card, the gateway is asked. @throws AppError `not_found`. */
export async function checkDeposit(deps: CardDeps, actor: Actor, { id }: Input): Promise<Deposit> {
  const deposit = await ownDeposit(deps, actor, id);
  if (deps.cards !== null && deposit.gateway === 'stripe' && deposit.status === 'pending') {
    await asFarAsKnown(deps, id, false);
  }
  return await readDepositView(deps.db, id, await readCurrency(deps.db));
}
