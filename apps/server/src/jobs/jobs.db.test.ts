import { createTestDatabase, type TestDatabase } from '@placard/db/testing/database';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { settleAvailable } from '../settlement/settle-available.ts';
import { bodyOf, type EventSpec, makeWorld, shipBatch, type World } from '../settlement/testing/world.ts';
import { closeMonths } from './close-months.ts';
import { completeCampaigns } from './complete-campaigns.ts';
import { CompletionChanges } from './completion-changes.ts';

const OCTOBER = Date.UTC(2026, 9, 31, 20, 0, 0);
const URL_OF = 'https://dashboard.test';
const CAMPAIGN = { totalBudgetMicros: 2_000n, adSets: [{ totalBudgetMicros: 2_000n }] };

let database: TestDatabase;
let nextShard = 0;

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(async () => {
  await database.drop();
});

async function worldOf(timeZone = 'UTC'): Promise<World> {
  return await makeWorld(database.db, {
    advertisers: [{ timeZone, walletMicros: 1_000_000n, campaigns: [CAMPAIGN, CAMPAIGN] }],
    widgetsOfPublishers: [1],
  });
}

/** One viewable impression of 2,000 micros, settled. */
async function earn(world: World, atMs: number, settledAtMs: number, priceMicros = 1_000_000): Promise<void> {
  const shard = nextShard++;
  const event: Omit<EventSpec, 'kind'> = {
    sequence: 0,
    shard,
    decidedAtMs: atMs,
    eventAtMs: atMs + 2_000,
    adSetId: world.adSets[0]?.id ?? 0,
    widgetId: world.widgets[0]?.id ?? 0,
    priceMicros,
  };
  await shipBatch(database.pool, {
    shard,
    spoolOffset: 0,
    body: bodyOf([
      { ...event, kind: 'impression' },
      { ...event, kind: 'viewable' },
    ]),
    recordCount: 2,
    receivedAt: new Date(settledAtMs),
  });
  await settleAvailable({ pool: database.pool, clock: () => new Date(settledAtMs) });
}

async function balances(publisherId: number): Promise<Record<string, bigint>> {
  const rows = await database.db
    .selectFrom('ledger_account')
    .select(['kind', 'balance_micros'])
    .where('owner_id', '=', publisherId)
    .execute();
  return Object.fromEntries(rows.map((row) => [row.kind, row.balance_micros]));
}

const noticesOf = async (accountId: number) =>
  await database.db
    .selectFrom('notification')
    .select(['kind', 'detail'])
    .where('account_id', '=', accountId)
    .execute();

describe('closeMonths', () => {
  it('closes the others where one cannot be closed, and that one later', async () => {
    const worlds = [await worldOf(), await worldOf()];
    const [failing, other] = worlds.map((world) => world.widgets[0]?.publisherId ?? 0);
    for (const world of worlds) await earn(world, OCTOBER, OCTOBER);
    await sql`create function fail() returns trigger language plpgsql as $$ begin raise 'cannot be closed'; end $$`.execute(
      database.db,
    );
    await sql`create trigger fail before update on earning_month for each row
                when (new.publisher_id = ${sql.lit(failing)} and new.closed_at is not null) execute function fail()`.execute(
      database.db,
    );
    const deps = { db: database.db, clock: () => new Date(Date.UTC(2026, 10, 1)), publicUrl: URL_OF };
    const available = async (id: number | undefined) => (await balances(id ?? 0)).publisher_available;
    await expect(closeMonths(deps)).rejects.toThrow('1 months could not be closed');
    expect([(await available(failing)) ?? 0n, await available(other)]).toEqual([0n, 700n]);
    await sql`drop trigger fail on earning_month`.execute(database.db);
    await closeMonths(deps);
    expect(await available(failing)).toBe(700n);
  });

  it('makes a month’s earnings available once, and late events go to the next month', async () => {
    const world = await worldOf();
    const publisherId = world.widgets[0]?.publisherId ?? 0;
    await earn(world, OCTOBER, OCTOBER);
    const close = async (atMs: number) =>
      (await closeMonths({ db: database.db, clock: () => new Date(atMs), publicUrl: URL_OF })).filter(
        (month) => month.publisherId === publisherId,
      );
    expect(await close(OCTOBER)).toEqual([]);
    const november = Date.UTC(2026, 10, 1, 0, 0, 0);
    const closed = await Promise.all([close(november), close(november), close(november)]);
    expect(closed.flat()).toEqual([{ publisherId, month: '2026-10-01', earnedMicros: 700n }]);
    expect(await balances(publisherId)).toEqual({ publisher_pending: 0n, publisher_available: 700n });
    expect(await noticesOf(publisherId)).toEqual([
      { kind: 'month.close', detail: { amount: 0.0007, currency: 'USD', month: '2026-10-01' } },
    ]);
    // Shown in October, settled in November.
    await earn(world, OCTOBER, november);
    expect(await close(november)).toEqual([]);
    expect(await balances(publisherId)).toEqual({ publisher_pending: 700n, publisher_available: 700n });
    const months = await database.db
      .selectFrom('earning_month')
      .select(['month', 'earned_micros'])
      .where('publisher_id', '=', publisherId)
      .orderBy('month')
      .execute();
    expect(months).toEqual([
      { month: '2026-10-01', earned_micros: 700n },
      { month: '2026-11-01', earned_micros: 700n },
    ]);
    expect(await close(Date.UTC(2026, 11, 1))).toEqual([
      { publisherId, month: '2026-11-01', earnedMicros: 700n },
    ]);
  });
});

describe('completeCampaigns', () => {
  const complete = async (atMs: number) =>
    await database.db
      .transaction()
      .execute(async (trx) => await completeCampaigns({ publicUrl: URL_OF }, trx, new Date(atMs)));

  async function creativeOf(world: World, adSets: readonly number[]): Promise<number> {
    const { id } = await database.db
      .insertInto('creative')
      .values({
        advertiser_id: world.adSets[0]?.advertiserId ?? 0,
        name: 'Leaves',
        type: 'third_party',
        width_px: 300,
        height_px: 250,
        ad_code: '<b>Leaves</b>',
        status: 'active',
        public_key: `key-${Math.floor(performance.now() * 1e6)}-leaves`,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    await database.db
      .insertInto('creative_ad_set')
      .values(adSets.map((index) => ({ creative_id: id, ad_set_id: world.adSets[index]?.id ?? 0 })))
      .execute();
    return id;
  }

  it('completes what is spent, with the creatives that serve nothing else, and revives them', async () => {
    const world = await worldOf();
    const alone = await creativeOf(world, [0]);
    const both = await creativeOf(world, [0, 1]);
    await complete(OCTOBER);
    await earn(world, OCTOBER, OCTOBER, 2_000_000);
    // Of the other one all but a micro is.
    await database.db
      .insertInto('campaign_spend')
      .values({ campaign_id: world.adSets[1]?.campaignId ?? 0, spent_micros: 1_999n })
      .execute();
    const done = await complete(OCTOBER);
    expect(done.campaignIds).toEqual([world.adSets[0]?.campaignId]);
    expect(done.creativeIds).toEqual([alone]);
    expect(await complete(OCTOBER)).toEqual({ campaignIds: [], creativeIds: [], revivedCreativeIds: [] });
    await database.db
      .insertInto('creative_ad_set')
      .values({ creative_id: alone, ad_set_id: world.adSets[1]?.id ?? 0 })
      .execute();
    expect((await complete(OCTOBER)).revivedCreativeIds).toEqual([alone]);
    const creatives = await database.db
      .selectFrom('creative')
      .select('status')
      .where('id', 'in', [alone, both])
      .execute();
    expect(creatives.map((row) => row.status)).toEqual(['active', 'active']);
    const audit = await database.db
      .selectFrom('audit_log')
      .select(['action', 'detail'])
      .where('subject_kind', '=', 'campaign')
      .where('subject_id', '=', done.campaignIds[0] ?? 0)
      .execute();
    expect(audit).toEqual([{ action: 'campaign.complete', detail: { because: 'budget_spent' } }]);
    const ofCreatives = await database.db
      .selectFrom('audit_log')
      .select(['subject_id', 'actor_kind', 'action'])
      .where('subject_kind', '=', 'creative')
      .where('subject_id', 'in', [alone, both])
      .orderBy('id')
      .execute();
    expect(ofCreatives).toEqual(
      ['creative.complete', 'creative.activate'].map((action) => ({
        ...{ subject_id: alone, actor_kind: 'system', action },
      })),
    );
    const campaignId = done.campaignIds[0] ?? 0;
    expect(await noticesOf(world.adSets[0]?.advertiserId ?? 0)).toMatchObject([
      { kind: 'campaign.complete', detail: { subjectId: campaignId, because: 'budget_spent' } },
    ]);
  });

  it('looks only at what has changed, and comes to the same', async () => {
    const world = await worldOf();
    const changes = new CompletionChanges();
    const follow = async () => {
      const { look, done } = await database.db.transaction().execute(async (trx) => {
        const found = await changes.look(trx);
        return {
          look: found,
          done: await completeCampaigns({ publicUrl: URL_OF }, trx, new Date(OCTOBER), found.touched),
        };
      });
      changes.done(look);
      return { ...done, touched: look.touched };
    };
    const followUntil = async (done: Partial<Awaited<ReturnType<typeof follow>>>) => {
      const touched = { campaignIds: [] as number[], creativeIds: [] as number[] };
      await vi.waitFor(
        async () => {
          const one = await follow();
          touched.campaignIds.push(...(one.touched?.campaignIds ?? []));
          touched.creativeIds.push(...(one.touched?.creativeIds ?? []));
          expect({ ...one, touched: { adSetIds: [], ...touched } }).toMatchObject(done);
        },
        { timeout: 10_000, interval: 20 },
      );
    };
    const nothing = { campaignIds: [], creativeIds: [], revivedCreativeIds: [] };
    const alone = await creativeOf(world, [0]);
    const campaignId = world.adSets[0]?.campaignId ?? 0;
    // The first look is at everything.
    expect(await follow()).toEqual({ ...nothing, touched: null });
    // Charges are not in the log: settlement tells of a budget that is used up.
    await earn(world, OCTOBER, OCTOBER, 2_000_000);
    const before = await follow();
    expect(before).toMatchObject(nothing);
    expect(before.touched?.campaignIds).not.toContain(campaignId);
    changes.addSpent([campaignId]);
    await followUntil({ campaignIds: [campaignId], creativeIds: [alone], revivedCreativeIds: [] });
    // Its own completion is in the log, and there is nothing more to do.
    await followUntil({
      ...nothing,
      touched: {
        adSetIds: expect.anything(),
        campaignIds: expect.arrayContaining([campaignId]),
        creativeIds: expect.arrayContaining([alone]),
      },
    });
    await database.db
      .insertInto('creative_ad_set')
      .values({ creative_id: alone, ad_set_id: world.adSets[1]?.id ?? 0 })
      .execute();
    await followUntil({ campaignIds: [], creativeIds: [], revivedCreativeIds: [alone] });
    // The other campaign's budget is lowered to what it has spent: nobody but the log tells.
    const other = world.adSets[1]?.campaignId ?? 0;
    await database.db
      .insertInto('campaign_spend')
      .values({ campaign_id: other, spent_micros: 1n })
      .onConflict((oc) => oc.column('campaign_id').doUpdateSet({ spent_micros: 1n }))
      .execute();
    await database.db
      .updateTable('campaign')
      .set({ total_budget_micros: 1n })
      .where('id', '=', other)
      .execute();
    await followUntil({ campaignIds: [other], creativeIds: [alone] });
    changes.forget();
    expect((await follow()).touched).toBeNull();
  });

  it('looks at what the ad sets serve that have changed beside campaigns, and at nothing else', async () => {
    const world = await worldOf();
    const [first, second] = world.adSets;
    const [ofSet, ofCampaign, untouched] = [
      await creativeOf(world, [0]),
      await creativeOf(world, [1]),
      await creativeOf(world, [0]),
    ];
    const creatives = [ofSet, ofCampaign, untouched];
    await database.db
      .updateTable('creative')
      .set({ status: 'completed' })
      .where('id', 'in', creatives)
      .execute();
    await database.db.deleteFrom('creative_ad_set').where('creative_id', '=', untouched).execute();
    const looked = async (touched: Parameters<typeof completeCampaigns>[3]) =>
      await database.db.transaction().execute(async (trx) => {
        const done = await completeCampaigns({ publicUrl: URL_OF }, trx, new Date(OCTOBER), touched);
        await sql`update creative set status = 'completed' where id = any(${creatives}::int[])`.execute(trx);
        return done.revivedCreativeIds;
      });
    const none = { campaignIds: [], adSetIds: [], creativeIds: [] };
    const [campaignIds, adSetIds] = [[second?.campaignId ?? 0], [first?.id ?? 0]];
    expect(await looked(none)).toEqual([]);
    expect(await looked({ ...none, campaignIds })).toEqual([ofCampaign]);
    expect(await looked({ ...none, adSetIds })).toEqual([ofSet]);
    expect(await looked({ ...none, campaignIds, adSetIds })).toEqual([ofSet, ofCampaign]);
    expect(await looked({ ...none, creativeIds: creatives })).toEqual([ofSet, ofCampaign]);
  });

  it('keeps what it did not come to for the next time', async () => {
    const world = await worldOf();
    const changes = new CompletionChanges();
    const look = async () => await database.db.transaction().execute(async (trx) => await changes.look(trx));
    changes.done(await look());
    const campaignId = world.adSets[0]?.campaignId ?? 0;
    changes.addSpent([campaignId]);
    await creativeOf(world, [0]);
    const first = await look();
    // It fails before it is committed: the same is found again.
    // Beside what other tests' transactions kept from the log so far.
    expect((await look()).touched?.campaignIds).toEqual(
      expect.arrayContaining([...(first.touched?.campaignIds ?? [])]),
    );
    expect(first.touched?.campaignIds).toContain(campaignId);
    changes.addSpent([campaignId + 1]);
    changes.done(first);
    expect((await look()).spent).toEqual([campaignId + 1]);
  });

  it('completes by the end date of the account’s calendar', async () => {
    const world = await worldOf('America/New_York');
    const campaignId = world.adSets[0]?.campaignId ?? 0;
    await database.db
      .updateTable('campaign')
      .set({ end_date: '2026-10-31' })
      .where('id', '=', campaignId)
      .execute();
    const midnightUtc = Date.UTC(2026, 10, 1, 0, 0, 0);
    expect((await complete(midnightUtc)).campaignIds).toEqual([]);
    expect((await complete(midnightUtc + 4 * 3_600_000)).campaignIds).toEqual([campaignId]);
  });
});
