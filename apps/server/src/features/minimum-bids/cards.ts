import { type BidCard, cardOf, type newBidCard } from '@placard/contract/minimum-bids';
import type { Tx } from '@placard/db/database';
import {
  cardAt,
  cardStartMs,
  isSameCard,
  MAX_BID_CARDS,
  type MinimumBid,
  type MinimumBidCard,
  NO_MINIMUM_BIDS,
  plainCard,
} from '@placard/domain/decision/minimum-bids';
import { dollarsFromMicros } from '@placard/domain/micros';
import { sql } from 'kysely';
import type { z } from 'zod';
import { AppError, invalidInput, issueAt, refuseFull } from '../../api/app-error.ts';
import type { Actor, HasClock, HasDb } from '../../deps.ts';
import { differencesOf, doneBy, writeAudit } from '../audit/write-audit.ts';
import { inTransaction } from '../in-transaction.ts';
import { readCards, type StoredCard } from './read-cards.ts';

type Deps = HasDb & HasClock;
type NewCard = z.output<typeof newBidCard>;

/** Operators who change cards at once wait for each other. */
const CARDS_LOCK = 7_362_061;

export async function listBidCards({
  db,
  clock,
}: Deps): Promise<{ items: BidCard[]; lastCardId: number | null }> {
  const cards = await readCards(db);
  const nowMs = clock().getTime();
  return { items: cards.map((card) => cardView(card, cards, nowMs)), lastCardId: lastIdOf(cards) };
}

/**
 * Sets the minimum bids at once, or from a day of UTC to come. What begins already just as it is asked for stays the
 * one that it is: a second press, or a second try, makes no second card.
 * @throws AppError `invalid_input` for a day that has begun, or on which another card begins; `conflict_version` where
 * somebody made one meanwhile; `conflict_status` beyond the most
 */
export async function createBidCard(deps: Deps, actor: Actor, input: NewCard): Promise<BidCard> {
  const at = deps.clock();
  const card = plainCard(cardOf(input));
  return await inTransaction(deps.db, async (trx) => {
    await sql`select pg_advisory_xact_lock(${CARDS_LOCK})`.execute(trx);
    const fromMs = cardStartMs(input.fromUtcDay, at.getTime());
    if (fromMs === null) throw invalidInput(issueAt('fromUtcDay', 'card_day_too_early'));
    const cards = await readCards(trx);
    const before = cardAt(cards, fromMs);
    const isThere = before !== null && (input.fromUtcDay === null || before.fromMs === fromMs);
    if (isThere && isSameCard(before, card)) return cardView(before, cards, at.getTime());
    // One that was removed since is no other: numbers only grow.
    if ((lastIdOf(cards) ?? 0) > (input.lastCardId ?? 0)) throw new AppError('conflict_version');
    if (before?.fromMs === fromMs) throw invalidInput(issueAt('fromUtcDay', 'card_repeated'));
    refuseFull(cards.length, MAX_BID_CARDS, 'bid_cards_full');
    const id = await insertCard(trx, actor, { card, fromMs, reason: input.reason, at });
    const { reason } = input;
    await audit(trx, actor, {
      action: 'set_minimums',
      detail: { from: new Date(fromMs), ...changesBetween(before ?? NO_MINIMUM_BIDS, card), reason },
      at,
    });
    const after = await readCards(trx);
    const made = after.find((each) => each.id === id);
    if (made === undefined) throw new Error(`card ${id} was written and is not there`);
    return cardView(made, after, at.getTime());
  });
}

/** @throws AppError `bid_card_not_found`, `bid_card_begun` */
export async function removeBidCard(
  deps: Deps,
  actor: Actor,
  { id }: { readonly id: number },
): Promise<Record<string, never>> {
  const at = deps.clock();
  await inTransaction(deps.db, async (trx) => {
    await sql`select pg_advisory_xact_lock(${CARDS_LOCK})`.execute(trx);
    const cards = await readCards(trx);
    const card = cards.find((each) => each.id === id);
    if (card === undefined) throw new AppError('bid_card_not_found');
    if (card.fromMs <= at.getTime()) throw new AppError('bid_card_begun');
    await trx.deleteFrom('minimum_bid_card').where('id', '=', id).execute();
    const instead = cardAt(
      cards.filter((each) => each.id !== id),
      card.fromMs,
    );
    await audit(trx, actor, {
      action: 'remove_minimums',
      detail: {
        from: new Date(card.fromMs),
        ...changesBetween(card, instead ?? NO_MINIMUM_BIDS),
        reason: card.reason,
      },
      at,
    });
  });
  return {};
}

async function insertCard(
  trx: Tx,
  actor: Actor,
  made: {
    readonly card: MinimumBidCard;
    readonly fromMs: number;
    readonly reason: string;
    readonly at: Date;
  },
): Promise<number> {
  const { card, fromMs, reason, at } = made;
  const { id } = await trx
    .insertInto('minimum_bid_card')
    .values({ from_at: new Date(fromMs), reason, created_at: at, created_by: actor.userId })
    .returning('id')
    .executeTakeFirstOrThrow();
  if (card.tiers.length > 0) {
    await trx
      .insertInto('minimum_bid_tier')
      .values(
        card.tiers.map(({ name, countries }, tier) => ({
          card_id: id,
          tier,
          name,
          countries: [...countries],
        })),
      )
      .execute();
  }
  if (card.minimums.length > 0) {
    await trx
      .insertInto('minimum_bid')
      .values(
        card.minimums.map(({ widgetType, tier, cpmMicros, cpcMicros }) => ({
          card_id: id,
          widget_type: widgetType,
          tier,
          cpm_micros: cpmMicros === null ? null : BigInt(cpmMicros),
          cpc_micros: cpcMicros === null ? null : BigInt(cpcMicros),
        })),
      )
      .execute();
  }
  return id;
}

function cardView(card: StoredCard, cards: readonly StoredCard[], nowMs: number): BidCard {
  const later = cards.map(({ fromMs }) => fromMs).filter((fromMs) => fromMs > card.fromMs);
  return {
    id: card.id,
    tiers: card.tiers.map(({ name, countries }) => ({ name, countries: [...countries] })),
    minimums: card.minimums.map(({ widgetType, tier, cpmMicros, cpcMicros }) => ({
      ...{ widgetType, tier },
      ...{ minCpm: dollarsOf(cpmMicros), minCpc: dollarsOf(cpcMicros) },
    })),
    from: new Date(card.fromMs).toISOString(),
    until: later.length === 0 ? null : new Date(Math.min(...later)).toISOString(),
    removable: card.fromMs > nowMs,
    reason: card.reason,
    createdAt: card.createdAt.toISOString(),
    createdBy: card.createdBy,
  };
}

function dollarsOf(micros: number | null): number | null {
  return micros === null ? null : dollarsFromMicros(BigInt(micros));
}

function lastIdOf(cards: readonly StoredCard[]): number | null {
  return cards.reduce<number | null>((last, { id }) => (last === null || id > last ? id : last), null);
}

/** What another card changes: its tiers by name, each minimum by its place. */
function changesBetween(before: MinimumBidCard, after: MinimumBidCard) {
  return differencesOf(factsOf(before, after), factsOf(after, before));
}

/** Every place that either card has a minimum for, so that one that goes is told as well. */
function factsOf(card: MinimumBidCard, other: MinimumBidCard): Record<string, unknown> {
  const facts: Record<string, unknown> = {
    tiers: card.tiers.map(({ name, countries }) => `${name}: ${countries.join(' ')}`),
  };
  for (const { minimums } of [other, card]) {
    for (const { widgetType, tier } of minimums) {
      const row = card.minimums.find((each) => each.widgetType === widgetType && each.tier === tier);
      Object.assign(facts, amountsOf(`${widgetType} ${tier + 1}`, row));
    }
  }
  return facts;
}

function amountsOf(place: string, row: MinimumBid | undefined) {
  return {
    [`${place} CPM`]: dollarsOf(row?.cpmMicros ?? null),
    [`${place} CPC`]: dollarsOf(row?.cpcMicros ?? null),
  };
}

async function audit(
  trx: Tx,
  actor: Actor,
  { action, detail, at }: { readonly action: string; readonly detail: object; readonly at: Date },
): Promise<void> {
  await writeAudit(trx, {
    ...doneBy(actor, 'operator'),
    action: `minimum_bids.${action}`,
    subjectKind: 'settings',
    subjectId: null,
    detail: { ...detail },
    at,
  });
}
