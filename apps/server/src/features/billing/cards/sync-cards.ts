import type { Tx } from '@placard/db/database';
import type { HasClock, HasDb } from '../../../deps.ts';
import type { CardGateway, GatewayCard } from '../../../gateways/card-gateway.ts';
import { writeAudit } from '../../audit/write-audit.ts';
import { inTransaction } from '../../in-transaction.ts';
import { stopTopUp } from '../auto-top-up/stop-top-up.ts';
import type { CardRecord } from './card-record.ts';

type Customer = {
  readonly accountId: number;
  readonly customerId: string;
  /** Who added the card; null where the gateway tells of it. */
  readonly byUserId: number | null;
};

/**
 * Brings the saved cards in line with what the gateway keeps for a customer: new ones come, expiry dates follow, those
 * that are gone there go here. It looks at the present state only, so it does not matter why, how often or in which
 * order it is called.
 */
export async function syncCards(
  deps: HasDb & HasClock,
  cards: CardGateway,
  { accountId, customerId, byUserId }: Customer,
): Promise<void> {
  // Only what was here before the question can be missing from the answer: another call may add cards meanwhile.
  const before = await deps.db
    .selectFrom('payment_method')
    .select('id')
    .where('advertiser_id', '=', accountId)
    .execute();
  const askedFor = new Set(before.map((record) => record.id));
  const kept = await cards.listCards(customerId);
  const now = deps.clock();
  await inTransaction(deps.db, async (trx) => {
    // One at a time for each customer.
    await trx
      .selectFrom('gateway_customer')
      .select('account_id')
      .where('gateway', '=', 'stripe')
      .where('account_id', '=', accountId)
      .forUpdate()
      .execute();
    const known = await trx
      .selectFrom('payment_method')
      .selectAll()
      .where('advertiser_id', '=', accountId)
      .where('gateway', '=', 'stripe')
      .execute();
    const byGatewayId = new Map(known.map((record) => [record.gateway_id, record]));
    // Oldest first, so that the newest becomes the newest here too.
    for (const card of kept.toReversed()) {
      const record = byGatewayId.get(card.id);
      if (record === undefined) await addCard(trx, { accountId, byUserId }, card, now);
      else if (record.removed_at === null) await followExpiry(trx, record, card);
    }
    const present = new Set(kept.map((card) => card.id));
    for (const record of known) {
      if (record.removed_at === null && askedFor.has(record.id) && !present.has(record.gateway_id)) {
        await markRemoved(trx, record, { now, detached: true });
      }
    }
  });
}

async function addCard(
  trx: Tx,
  { accountId, byUserId }: Omit<Customer, 'customerId'>,
  card: GatewayCard,
  now: Date,
): Promise<void> {
  const others = await trx
    .selectFrom('payment_method')
    .selectAll()
    .where('advertiser_id', '=', accountId)
    .where('removed_at', 'is', null)
    .execute();
  // The same number again stands for the one before it, and takes its place.
  const same = others.find((other) => other.fingerprint !== null && other.fingerprint === card.fingerprint);
  if (same !== undefined) {
    await trx
      .updateTable('payment_method')
      .set({ removed_at: now, is_default: false })
      .where('id', '=', same.id)
      .where('removed_at', 'is', null)
      .execute();
  }
  const { id } = await trx
    .insertInto('payment_method')
    .values({
      advertiser_id: accountId,
      gateway: 'stripe',
      gateway_id: card.id,
      brand: card.brand,
      last4: card.last4,
      expires_month: card.expiresMonth,
      expires_year: card.expiresYear,
      fingerprint: card.fingerprint,
      is_default: same?.is_default ?? others.length === 0,
      created_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await writeAudit(trx, {
    actorUserId: byUserId,
    actorAccountId: accountId,
    actorKind: 'advertiser',
    action: 'card.add',
    subjectKind: 'card',
    subjectId: id,
    detail: { brand: card.brand, last4: card.last4 },
    at: now,
  });
}

async function followExpiry(trx: Tx, record: CardRecord, card: GatewayCard): Promise<void> {
  if (record.expires_month === card.expiresMonth && record.expires_year === card.expiresYear) return;
  await trx
    .updateTable('payment_method')
    .set({ expires_month: card.expiresMonth, expires_year: card.expiresYear })
    .where('id', '=', record.id)
    .execute();
}

/** Without a default card automatic top-up has nothing to pay with, and ends. */
export async function markRemoved(
  trx: Tx,
  record: CardRecord,
  { now, detached }: { readonly now: Date; readonly detached: boolean },
): Promise<void> {
  await trx
    .updateTable('payment_method')
    .set({ removed_at: now, is_default: false, detached_at: detached ? now : null })
    .where('id', '=', record.id)
    .where('removed_at', 'is', null)
    .execute();
  if (record.is_default)
    await stopTopUp(trx, { advertiserId: record.advertiser_id, because: 'no_card', now });
}
