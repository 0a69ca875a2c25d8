import type {
  CurrentWithholding,
  newWithholdingRate,
  WithholdingRateRow,
} from '@placard/contract/withholding';
import type { Tx } from '@placard/db/database';
import type { AuditDetail } from '@placard/domain/audit';
import { basisPointsOf, percentOf } from '@placard/domain/basis-points';
import { shareDays, shareTimes } from '@placard/domain/ledger/share-rate';
import { MAX_WITHHOLDING_RATES, mayBegin } from '@placard/domain/payout/withholding';
import { sql } from 'kysely';
import type { z } from 'zod';
import { AppError, invalidInput, issueAt, refuseFull } from '../../api/app-error.ts';
import type { Actor, HasClock, HasDb } from '../../deps.ts';
import { personName } from '../account/person-name.ts';
import { isOwn } from '../accounts/memberships.ts';
import { requirePublisher } from '../accounts/require-publisher.ts';
import { changesOf, doneBy, writeAudit } from '../audit/write-audit.ts';
import { inTransaction } from '../in-transaction.ts';
import { presentView, rateView, readCountry, readRates, readZone, type StoredRate } from './rate-view.ts';

type Deps = HasDb & HasClock;
type NewRate = z.output<typeof newWithholdingRate>;
type Owner = { readonly publisher_id: number | null; readonly country: string | null };

/** Operators who change rates at once wait for each other: none of them goes beyond the most. */
const RATES_LOCK = 7_362_063;

/** A publisher's rates, or the network's and its countries'. @throws AppError `not_found` */
export async function listWithholdingRates(
  { db, clock }: Deps,
  _actor: Actor,
  { publisherId = null }: { readonly publisherId?: number | null | undefined },
): Promise<{ items: WithholdingRateRow[]; present: CurrentWithholding }> {
  if (publisherId !== null) await requirePublisher(db, publisherId);
  const [timeZone, general] = await Promise.all([readZone(db), readRates(db, null)]);
  const own = publisherId === null ? [] : await readRates(db, publisherId);
  const country = publisherId === null ? null : await readCountry(db, publisherId);
  const nowMs = clock().getTime();
  return {
    items: (publisherId === null ? general : own).map((row) => rateView(row, timeZone, nowMs)),
    present: presentView({ own, general, country }, nowMs),
  };
}

/**
 * Withholds tax of payouts that are asked for from a day to come on. Those of before keep what was written into them.
 * @throws AppError `invalid_input` for a day that has begun, or on which a rate begins already; `not_found`; `own_payout`
 * for an account of one's own; `conflict_status` beyond the most
 */
export async function createWithholdingRate(
  deps: Deps,
  actor: Actor,
  input: NewRate,
): Promise<WithholdingRateRow> {
  const at = deps.clock();
  return await inTransaction(deps.db, async (trx) => {
    await sql`select pg_advisory_xact_lock(${RATES_LOCK})`.execute(trx);
    const owner: Owner = { publisher_id: input.publisherId, country: input.country };
    if (input.publisherId !== null) await requirePublisher(trx, input.publisherId);
    await refuseOwn(trx, actor, owner, at);
    const timeZone = await readZone(trx);
    const { fromMs, untilMs } = shareTimes(input, timeZone);
    if (!mayBegin(fromMs, at.getTime())) throw invalidInput(issueAt('fromDay', 'withholding_day_too_early'));
    const others = await readRates(trx, input.publisherId);
    refuseFull(others.length, MAX_WITHHOLDING_RATES, 'withholding_rates_full');
    if (others.some((other) => other.country === owner.country && other.from_at.getTime() === fromMs)) {
      throw invalidInput(issueAt('fromDay', 'withholding_day_taken'));
    }
    const { id } = await trx
      .insertInto('withholding_rate')
      .values({
        ...owner,
        rate_bp: basisPointsOf(input.withholdingPercent),
        from_at: new Date(fromMs),
        until_at: untilMs === null ? null : new Date(untilMs),
        reason: input.reason,
        created_at: at,
        created_by: actor.userId,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    const { withholdingPercent, fromDay, lastDay, reason } = input;
    await audit(trx, actor, {
      action: 'set',
      owner,
      detail: { withholdingPercent, fromDay, lastDay, reason },
      at,
    });
    return rateView(await readRate(trx, id), timeZone, at.getTime());
  });
}

/**
 * Ends a rate with a day, or gives it another last day, as long as neither the old end nor the new one has come.
 * @throws AppError `withholding_rate_not_found`, `conflict_status` where it is over, `own_payout`, `invalid_input`
 */
export async function endWithholdingRate(
  deps: Deps,
  actor: Actor,
  { id, lastDay }: { readonly id: number; readonly lastDay: string },
): Promise<WithholdingRateRow> {
  const at = deps.clock();
  return await inTransaction(deps.db, async (trx) => {
    await sql`select pg_advisory_xact_lock(${RATES_LOCK})`.execute(trx);
    const before = await readRate(trx, id);
    await refuseOwn(trx, actor, before, at);
    if (before.until_at !== null && !mayBegin(before.until_at.getTime(), at.getTime())) {
      throw new AppError('conflict_status', { reason: 'withholding_rate_over' });
    }
    const timeZone = await readZone(trx);
    const untilMs = shareTimes({ fromDay: lastDay, lastDay }, timeZone).untilMs ?? 0;
    if (untilMs <= before.from_at.getTime()) throw invalidInput(issueAt('lastDay', 'end_date_before_start'));
    if (!mayBegin(untilMs, at.getTime())) throw invalidInput(issueAt('lastDay', 'withholding_day_too_early'));
    // The day that it had already: nothing to tell of.
    if (before.until_at?.getTime() === untilMs) return rateView(before, timeZone, at.getTime());
    await trx
      .updateTable('withholding_rate')
      .set({ until_at: new Date(untilMs) })
      .where('id', '=', id)
      .execute();
    const after = await readRate(trx, id);
    const detail = { ...changesOf(daysOf(before, timeZone), daysOf(after, timeZone)), reason: before.reason };
    await audit(trx, actor, { action: 'end', owner: before, detail, at });
    return rateView(after, timeZone, at.getTime());
  });
}

/** @throws AppError `withholding_rate_not_found`, `withholding_rate_begun`, `own_payout` */
export async function removeWithholdingRate(
  deps: Deps,
  actor: Actor,
  { id }: { readonly id: number },
): Promise<Record<string, never>> {
  const at = deps.clock();
  await inTransaction(deps.db, async (trx) => {
    await sql`select pg_advisory_xact_lock(${RATES_LOCK})`.execute(trx);
    const before = await readRate(trx, id);
    await refuseOwn(trx, actor, before, at);
    if (!mayBegin(before.from_at.getTime(), at.getTime())) throw new AppError('withholding_rate_begun');
    const timeZone = await readZone(trx);
    await trx.deleteFrom('withholding_rate').where('id', '=', id).execute();
    const detail = { ...daysOf(before, timeZone), reason: before.reason };
    await audit(trx, actor, { action: 'remove', owner: before, detail, at });
  });
  return {};
}

/** Nobody decides about the tax on money of their own. */
async function refuseOwn(
  trx: Tx,
  actor: Actor,
  { publisher_id: publisherId }: Owner,
  at: Date,
): Promise<void> {
  if (publisherId === null) return;
  if (await isOwn(trx, actor, publisherId, at)) throw new AppError('own_payout');
}

function daysOf(row: StoredRate, timeZone: string) {
  const times = { fromMs: row.from_at.getTime(), untilMs: row.until_at?.getTime() ?? null };
  return { withholdingPercent: percentOf(row.rate_bp), ...shareDays(times, timeZone) };
}

async function readRate(trx: Tx, id: number): Promise<StoredRate> {
  return await trx
    .selectFrom('withholding_rate as r')
    .innerJoin('app_user as u', 'u.id', 'r.created_by')
    .selectAll('r')
    .select(personName('u').as('created_by'))
    .where('r.id', '=', id)
    .executeTakeFirstOrThrow(() => new AppError('withholding_rate_not_found'));
}

type Audited = {
  readonly action: 'set' | 'end' | 'remove';
  readonly owner: Owner;
  readonly detail: AuditDetail;
  readonly at: Date;
};

/** In the history of the publisher, or of the network's settings. */
async function audit(trx: Tx, actor: Actor, { action, owner, detail, at }: Audited): Promise<void> {
  await writeAudit(trx, {
    ...doneBy(actor, 'operator'),
    action: `withholding_rate.${action}_withholding`,
    subjectKind: owner.publisher_id === null ? 'settings' : 'account',
    subjectId: owner.publisher_id,
    detail: owner.country === null ? detail : { country: owner.country, ...detail },
    at,
  });
}
