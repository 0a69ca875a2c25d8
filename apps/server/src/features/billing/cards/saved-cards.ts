import type { Card } from '@placard/contract/cards';
import type { Tx } from '@placard/db/database';
import { AppError } from '../../../api/app-error.ts';
import type { Actor, HasClock, HasDb } from '../../../deps.ts';
import { auditOf } from '../../audit/write-audit.ts';
import { inTransaction } from '../../in-transaction.ts';
import { billingUrl, type CardDeps, cardsOf } from '../card-payments/cards-of.ts';
import { readCurrency } from '../read-balance.ts';
import { type CardRecord, cardView } from './card-record.ts';
import { gatewayCustomer, inCall } from './gateway-customer.ts';
import { markRemoved, syncCards } from './sync-cards.ts';

/** Begins to save a card. @returns the gateway's page for it. @throws AppError `card_payments_off`, `gateway_away`. */
export async function addCard(deps: CardDeps, actor: Actor): Promise<{ redirectUrl: string }> {
  const cards = cardsOf(deps);
  const currency = await readCurrency(deps.db);
  const page = await inCall(async () => {
    const customerId = await gatewayCustomer(deps, cards, actor.accountId);
    return await cards.saveCardPage({
      customerId,
      currency,
      returnUrl: billingUrl(deps, 'card={CHECKOUT}'),
      leaveUrl: billingUrl(deps, 'card=left'),
    });
  });
  if (page.url === null) throw new AppError('gateway_away');
  return { redirectUrl: page.url };
}

export type AddedCard = { status: 'saved' | 'open' | 'left'; card: Card | null };

/** What became of a visit to the gateway's page. @throws AppError `not_found` for somebody else's, `gateway_away`. */
export async function checkAddedCard(deps: CardDeps, actor: Actor, checkoutId: string): Promise<AddedCard> {
  const cards = cardsOf(deps);
  return await inCall(async () => {
    const customerId = await customerOf(deps, actor.accountId);
    const visit = await cards.readCheckout(checkoutId);
    if (visit.purpose !== 'save_card' || customerId === null || visit.customerId !== customerId) {
      throw new AppError('not_found');
    }
    if (visit.state !== 'complete' || visit.cardId === null) {
      return { status: visit.state === 'expired' ? 'left' : 'open', card: null };
    }
    await syncCards(deps, cards, { accountId: actor.accountId, customerId, byUserId: actor.userId });
    const saved = await deps.db
      .selectFrom('payment_method')
      .selectAll()
      .where('advertiser_id', '=', actor.accountId)
      .where('gateway_id', '=', visit.cardId)
      .where('removed_at', 'is', null)
      .executeTakeFirst();
    return saved === undefined ? { status: 'left', card: null } : { status: 'saved', card: cardView(saved) };
  });
}

async function customerOf({ db }: HasDb, accountId: number): Promise<string | null> {
  const customer = await db
    .selectFrom('gateway_customer')
    .select('gateway_id')
    .where('gateway', '=', 'stripe')
    .where('account_id', '=', accountId)
    .executeTakeFirst();
  return customer?.gateway_id ?? null;
}

/** One's own card, locked. @throws AppError `not_found`. */
async function lockCard(trx: Tx, actor: Actor, id: number): Promise<CardRecord> {
  return await trx
    .selectFrom('payment_method')
    .selectAll()
    .where('id', '=', id)
    .where('advertiser_id', '=', actor.accountId)
    .where('removed_at', 'is', null)
    .forUpdate()
    .executeTakeFirstOrThrow(() => new AppError('not_found'));
}

/** @throws AppError `not_found`. */
export async function setDefaultCard(
  deps: HasDb & HasClock,
  actor: Actor,
  { id }: { readonly id: number },
): Promise<Card> {
  return await inTransaction(deps.db, async (trx) => {
    // All of them, in one order: two tabs that choose different cards wait for each other here.
    await trx
      .selectFrom('payment_method')
      .select('id')
      .where('advertiser_id', '=', actor.accountId)
      .where('removed_at', 'is', null)
      .orderBy('id')
      .forUpdate()
      .execute();
    const record = await lockCard(trx, actor, id);
    if (record.is_default) return cardView(record);
    await trx
      .updateTable('payment_method')
      .set({ is_default: false })
      .where('advertiser_id', '=', actor.accountId)
      .where('is_default', '=', true)
      .execute();
    await trx.updateTable('payment_method').set({ is_default: true }).where('id', '=', id).execute();
    await auditCard(trx, actor, record, 'card.set_default', deps.clock(), {
      isDefault: { before: false, after: true },
    });
    return cardView({ ...record, is_default: true });
  });
}

/**
 * Forgets a card here at once, and at the gateway as soon as it answers. Automatic top-up ends with its card.
 * @throws AppError `not_found`.
 */
export async function removeCard(
  deps: HasDb & HasClock,
  actor: Actor,
  { id }: { readonly id: number },
): Promise<void> {
  const now = deps.clock();
  await inTransaction(deps.db, async (trx) => {
    const record = await lockCard(trx, actor, id);
    await markRemoved(trx, record, { now, detached: false });
    await auditCard(trx, actor, record, 'card.remove', now, { removed: { before: false, after: true } });
  });
}

const auditOfCard = auditOf('advertiser', 'card');

async function auditCard(
  trx: Tx,
  actor: Actor,
  record: CardRecord,
  action: string,
  at: Date,
  change: Readonly<Record<string, unknown>>,
): Promise<void> {
  const { brand, last4 } = record;
  await auditOfCard(trx, actor, action, record.id, at, { brand, last4, ...change });
}
