import type { CurrentShare, newShareRate, ShareRateRow } from '@placard/contract/share-rates';
import type { Tx } from '@placard/db/database';
import type { AuditDetail } from '@placard/domain/audit';
import { basisPointsOf, percentOf } from '@placard/domain/basis-points';
import { isAhead, MAX_SHARE_RATES, shareDays, shareTimes } from '@placard/domain/ledger/share-rate';
import { sql } from 'kysely';
import type { z } from 'zod';
import { AppError, invalidInput, issueAt, refuseFull } from '../../api/app-error.ts';
import type { Actor, HasClock, HasDb } from '../../deps.ts';
import { personName } from '../account/person-name.ts';
import { isOwn } from '../accounts/memberships.ts';
import { requirePublisher } from '../accounts/require-publisher.ts';
import { changesOf, doneBy, writeAudit } from '../audit/write-audit.ts';
import { inTransaction } from '../in-transaction.ts';
import { currentShare, rateView, readRates, readShareBase, type StoredRate } from './share-rate-view.ts';
import { type ShareOwner, tellingOfMore } from './tell-of-share.ts';

type Deps = HasDb & HasClock;
type NewRate = z.output<typeof newShareRate>;
type Owner = { readonly publisher_id: number | null; readonly website_id: number | null };

/** Operators who change shares at once wait for each other: none of them goes beyond the most. */
const SHARES_LOCK = 7_362_050;

/** A publisher's rates with those of its websites, or the network's. @throws AppError `not_found` */
export async function listShareRates(
  { db, clock }: Deps,
  _actor: Actor,
  { publisherId = null }: { readonly publisherId?: number | null | undefined },
): Promise<{ items: ShareRateRow[]; present: CurrentShare }> {
  if (publisherId !== null) await requirePublisher(db, publisherId);
  const [{ timeZone, baseBp }, network] = await Promise.all([readShareBase(db), readRates(db, null)]);
  const own = publisherId === null ? network : await readRates(db, publisherId);
  const nowMs = clock().getTime();
  return {
    items: own.map((row) => rateView(row, timeZone, nowMs)),
    present: currentShare({ publisher: publisherId === null ? [] : own, network }, baseBp, nowMs),
  };
}

/**
 * Sets a share from a day to come. What was decided before carries its own in its token.
 * @throws AppError `invalid_input` for a day that has begun, or on which one begins already; `not_found`; `own_share`
 * for an account of one's own; `conflict_status` beyond the most
 */
export async function createShareRate(deps: Deps, actor: Actor, input: NewRate): Promise<ShareRateRow> {
  const at = deps.clock();
  return await inTransaction(deps.db, async (trx) => {
    await sql`select pg_advisory_xact_lock(${SHARES_LOCK})`.execute(trx);
    const { owner, publisherId } = await ownerOf(trx, input);
    await refuseOwn(trx, actor, publisherId, at);
    const { timeZone } = await readShareBase(trx);
    const { fromMs, untilMs } = shareTimes(input, timeZone);
    if (!isAhead(fromMs, at.getTime())) throw invalidInput(issueAt('fromDay', 'share_day_too_early'));
    const others = await readRates(trx, publisherId);
    refuseFull(others.length, MAX_SHARE_RATES, 'share_rates_full');
    if (others.some((other) => isOf(other, owner) && other.from_at.getTime() === fromMs)) {
      throw invalidInput(issueAt('fromDay', 'share_day_taken'));
    }
    const insert = trx
      .insertInto('share_rate')
      .values({
        ...owner,
        share_bp: basisPointsOf(input.sharePercent),
        from_at: new Date(fromMs),
        until_at: untilMs === null ? null : new Date(untilMs),
        reason: input.reason,
        created_at: at,
        created_by: actor.userId,
      })
      .returning('id');
    const { id } = await tellingOfMore(
      trx,
      actor,
      { websiteId: owner.website_id, publisherId },
      at,
      async () => await insert.executeTakeFirstOrThrow(),
    );
    const { sharePercent, fromDay, lastDay, reason } = input;
    await audit(trx, actor, { action: 'set', owner, detail: { sharePercent, fromDay, lastDay, reason }, at });
    return rateView(await readRate(trx, id), timeZone, at.getTime());
  });
}

/**
 * Ends a share with a day, or gives it another last day, as long as neither the old end nor the new one has come.
 * @throws AppError `share_rate_not_found`, `own_share`, `conflict_status` where it is over, `invalid_input`
 */
export async function endShareRate(
  deps: Deps,
  actor: Actor,
  { id, lastDay }: { readonly id: number; readonly lastDay: string },
): Promise<ShareRateRow> {
  const at = deps.clock();
  return await inTransaction(deps.db, async (trx) => {
    await sql`select pg_advisory_xact_lock(${SHARES_LOCK})`.execute(trx);
    const before = await readRate(trx, id);
    await refuseOwn(trx, actor, whoseOf(before).publisherId, at);
    if (before.until_at !== null && !isAhead(before.until_at.getTime(), at.getTime())) {
      throw new AppError('conflict_status', { reason: 'share_rate_over' });
    }
    const { timeZone } = await readShareBase(trx);
    const untilMs = shareTimes({ fromDay: lastDay, lastDay }, timeZone).untilMs ?? 0;
    if (untilMs <= before.from_at.getTime()) throw invalidInput(issueAt('lastDay', 'end_date_before_start'));
    if (!isAhead(untilMs, at.getTime())) throw invalidInput(issueAt('lastDay', 'share_day_too_early'));
    // The day that it had already: nothing to tell of.
    if (before.until_at?.getTime() === untilMs) return rateView(before, timeZone, at.getTime());
    const update = trx
      .updateTable('share_rate')
      .set({ until_at: new Date(untilMs) })
      .where('id', '=', id);
    await tellingOfMore(trx, actor, whoseOf(before), at, async () => await update.execute());
    const after = await readRate(trx, id);
    const detail = { ...changesOf(daysOf(before, timeZone), daysOf(after, timeZone)), reason: before.reason };
    await audit(trx, actor, { action: 'end', owner: before, detail, at });
    return rateView(after, timeZone, at.getTime());
  });
}

/** @throws AppError `share_rate_not_found`, `own_share`, `share_rate_begun` */
export async function removeShareRate(
  deps: Deps,
  actor: Actor,
  { id }: { readonly id: number },
): Promise<Record<string, never>> {
  const at = deps.clock();
  await inTransaction(deps.db, async (trx) => {
    await sql`select pg_advisory_xact_lock(${SHARES_LOCK})`.execute(trx);
    const before = await readRate(trx, id);
    await refuseOwn(trx, actor, whoseOf(before).publisherId, at);
    if (!isAhead(before.from_at.getTime(), at.getTime())) throw new AppError('share_rate_begun');
    const { timeZone } = await readShareBase(trx);
    const remove = trx.deleteFrom('share_rate').where('id', '=', id);
    await tellingOfMore(trx, actor, whoseOf(before), at, async () => await remove.execute());
    const detail = { ...daysOf(before, timeZone), reason: before.reason };
    await audit(trx, actor, { action: 'remove', owner: before, detail, at });
  });
  return {};
}

/** Nobody decides how much of an ad's price is their own; the network's share is everybody's. */
async function refuseOwn(trx: Tx, actor: Actor, publisherId: number | null, at: Date): Promise<void> {
  if (publisherId === null) return;
  if (await isOwn(trx, actor, publisherId, at)) throw new AppError('own_share');
}

function daysOf(row: StoredRate, timeZone: string) {
  const times = { fromMs: row.from_at.getTime(), untilMs: row.until_at?.getTime() ?? null };
  return { sharePercent: percentOf(row.share_bp), ...shareDays(times, timeZone) };
}

type RateOfSomebody = StoredRate & { readonly website_publisher_id: number | null };

function whoseOf(rate: RateOfSomebody): ShareOwner {
  return { websiteId: rate.website_id, publisherId: rate.publisher_id ?? rate.website_publisher_id };
}

async function readRate(trx: Tx, id: number): Promise<RateOfSomebody> {
  return await trx
    .selectFrom('share_rate as r')
    .leftJoin('website as w', 'w.id', 'r.website_id')
    .innerJoin('app_user as u', 'u.id', 'r.created_by')
    .selectAll('r')
    .select(['w.domain', 'w.publisher_id as website_publisher_id'])
    .select(personName('u').as('created_by'))
    .where('r.id', '=', id)
    .executeTakeFirstOrThrow(() => new AppError('share_rate_not_found'));
}

/** Whose it is to be, and whose rates it stands among. A website goes before the publisher that is named with it. */
async function ownerOf(
  trx: Tx,
  { publisherId, websiteId }: NewRate,
): Promise<{ owner: Owner; publisherId: number | null }> {
  if (websiteId === null) {
    if (publisherId !== null) await requirePublisher(trx, publisherId);
    return { owner: { publisher_id: publisherId, website_id: null }, publisherId };
  }
  const website = await trx
    .selectFrom('website')
    .select('publisher_id')
    .where('id', '=', websiteId)
    .executeTakeFirst();
  if (website === undefined || (publisherId !== null && website.publisher_id !== publisherId)) {
    throw new AppError('not_found');
  }
  return { owner: { publisher_id: null, website_id: websiteId }, publisherId: website.publisher_id };
}

function isOf(rate: Owner, owner: Owner): boolean {
  return rate.publisher_id === owner.publisher_id && rate.website_id === owner.website_id;
}

type Entry = {
  readonly action: string;
  readonly owner: Owner;
  readonly detail: AuditDetail;
  readonly at: Date;
};

/** In the history of the website, the account, or the settings. */
async function audit(trx: Tx, actor: Actor, { action, owner, detail, at }: Entry): Promise<void> {
  const { publisher_id, website_id } = owner;
  await writeAudit(trx, {
    ...doneBy(actor, 'operator'),
    action: `share_rate.${action}_share`,
    subjectKind: website_id !== null ? 'website' : publisher_id !== null ? 'account' : 'settings',
    subjectId: website_id ?? publisher_id,
    detail,
    at,
  });
}
