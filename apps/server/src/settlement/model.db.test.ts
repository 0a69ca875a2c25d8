import { createTestDatabase, type TestDatabase } from '@placard/db/testing/database';
import { seededRandom } from '@placard/db/testing/seeded-random';
import { EVENT_KINDS } from '@placard/domain/event-kind';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { decodeFacts } from './facts.ts';
import { foldSpend } from './fold-spend.ts';
import { Settler } from './settler.ts';
import { type Fault, faulty, liveOnce } from './testing/lives.ts';
import { type ModelAdSet, NaiveModel } from './testing/naive-model.ts';
import { type AdvertiserSpec, bodyOf, type EventSpec, makeWorld, shipBatch } from './testing/world.ts';

/** An evening on which the days of all three zones change. */
const START = Date.UTC(2026, 10, 30, 22, 40);
const ADVERTISERS: readonly AdvertiserSpec[] = [
  {
    timeZone: 'Europe/Berlin',
    walletMicros: 60_000n,
    campaigns: [
      { totalBudgetMicros: 30_000n, dailyBudgetMicros: 14_000n, adSets: [{ totalBudgetMicros: 12_345n }] },
      {
        totalBudgetMicros: 1_000_000n,
        adSets: [{ totalBudgetMicros: 500_000n, dailyBudgetMicros: 9_999n }, { totalBudgetMicros: 500_000n }],
      },
    ],
  },
  {
    timeZone: 'Asia/Kathmandu',
    walletMicros: 25_000n,
    campaigns: [
      {
        totalBudgetMicros: 24_000n,
        adSets: [{ totalBudgetMicros: 20_000n, dailyBudgetMicros: 7_001n }, { totalBudgetMicros: 20_000n }],
      },
    ],
  },
  {
    timeZone: 'UTC',
    walletMicros: 30_000n,
    campaigns: [{ totalBudgetMicros: 29_000n, adSets: [{ totalBudgetMicros: 28_000n }] }],
  },
];
const AD_SETS = 6;
const WIDGETS = 3;

const decision = fc.record({
  adSet: fc.nat(AD_SETS - 1),
  widget: fc.nat(WIDGETS - 1),
  priceMicros: fc.oneof(fc.integer({ min: 1, max: 5_000 }), fc.constant(2_345_678)),
  shareBp: fc.constantFrom(0, 3_333, 7_000, 10_000),
  isCpc: fc.boolean(),
  isVideo: fc.boolean(),
  shard: fc.nat(1),
  atMs: fc.nat(120_000),
});
const event = fc.record({
  decision: fc.nat(29),
  kind: fc.constantFrom(...EVENT_KINDS, 'viewable' as const),
  afterMs: fc.oneof(
    fc.nat(4_000_000),
    fc.constantFrom(0, 199, 200, 299, 300, 899, 900, 999, 1_000, 1_899, 1_900, 1_999, 2_000),
  ),
  otherClock: fc.boolean(),
  viewer: fc.nat(3),
  reason: fc.constantFrom(0, 0, 0, 0, 0, 0, 0, 3, 5),
});
const scenario = fc.record({
  decisions: fc.array(decision, { minLength: 30, maxLength: 30 }),
  steps: fc.array(
    fc.record({
      batches: fc.array(
        fc.record({ spool: fc.nat(1), events: fc.array(event, { minLength: 1, maxLength: 25 }) }),
        { maxLength: 6 },
      ),
      waitMs: fc.constantFrom(1_000, 30_000, 60_000),
      // The worker starts anew with each step, with as many; one that dies has only judged a little.
      settlers: fc.constantFrom(1, 1, 2, 2, 3),
      dies: fc.constantFrom(false, false, true),
    }),
    { minLength: 1, maxLength: 5 },
  ),
  maxEvents: fc.integer({ min: 1, max: 60 }),
  // Places in the sequence of statements where the connection fails, before or after the statement took effect.
  faults: fc.array(fc.record({ at: fc.nat(120), after: fc.boolean() }), { maxLength: 5 }),
});

let database: TestDatabase;
let nextShard = 0;

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(async () => {
  await database.drop();
});

function scaled(advertisers: readonly AdvertiserSpec[], scale: bigint): AdvertiserSpec[] {
  const limits = <Spec extends { totalBudgetMicros: bigint; dailyBudgetMicros?: bigint | null }>(
    spec: Spec,
  ) => ({
    ...spec,
    totalBudgetMicros: spec.totalBudgetMicros * scale,
    dailyBudgetMicros: typeof spec.dailyBudgetMicros === 'bigint' ? spec.dailyBudgetMicros * scale : null,
  });
  return advertisers.map((advertiser) => ({
    ...advertiser,
    walletMicros: advertiser.walletMicros * scale,
    campaigns: advertiser.campaigns.map((campaign) => ({
      ...limits(campaign),
      adSets: campaign.adSets.map((adSet) => limits(adSet)),
    })),
  }));
}

async function run(input: {
  decisions: {
    adSet: number;
    widget: number;
    shard: number;
    atMs: number;
    priceMicros: number;
    shareBp: number;
    isCpc: boolean;
    isVideo: boolean;
  }[];
  steps: {
    batches: {
      spool: number;
      events: {
        decision: number;
        kind: EventSpec['kind'];
        afterMs: number;
        viewer: number;
        reason: number;
        otherClock: boolean;
      }[];
    }[];
    waitMs: number;
    settlers: number;
    dies: boolean;
  }[];
  maxEvents: number;
  faults: Fault[];
  /** Times that budgets and wallets are larger, for more events. */
  scale?: bigint;
}) {
  const advertisers = scaled(ADVERTISERS, input.scale ?? 1n);
  const world = await makeWorld(database.db, { advertisers, widgetsOfPublishers: [2, 1] });
  const shards = [nextShard, nextShard + 1];
  nextShard += 2;
  const specs = advertisers.flatMap(({ timeZone, campaigns }) =>
    campaigns.flatMap((campaign) => campaign.adSets.map((adSet) => ({ timeZone, campaign, adSet }))),
  );
  const adSets = world.adSets.map((adSet, index): ModelAdSet => {
    const spec = specs[index];
    if (spec === undefined) throw new Error('more ad sets than specified');
    const { campaign, adSet: limits } = spec;
    return {
      ...adSet,
      timeZone: spec.timeZone,
      totalMicros: limits.totalBudgetMicros,
      dailyMicros: limits.dailyBudgetMicros ?? null,
      campaignTotalMicros: campaign.totalBudgetMicros,
      campaignDailyMicros: campaign.dailyBudgetMicros ?? null,
    };
  });
  const advertiserIds = [...new Set(world.adSets.map((adSet) => adSet.advertiserId))];
  const model = new NaiveModel(
    adSets,
    new Map(world.widgets.map((widget) => [widget.id, widget.publisherId])),
    advertiserIds.map((id, index) => [id, advertisers[index]?.walletMicros ?? 0n]),
  );
  let nowMs = START;
  const clock = () => new Date(nowMs);
  let settler = new Settler({ clock });
  const offsets = [0, 0];
  const waiting: Buffer[] = [];
  let arrived = 0;
  const clients = await Promise.all([0, 1, 2, 3].map(async () => await database.pool.connect()));
  const [folding] = clients;
  if (folding === undefined) throw new Error('no connection');
  try {
    const broken = clients.map((client) => faulty(client, input.faults));
    for (const [place, step] of input.steps.entries()) {
      for (const batch of step.batches) {
        const events = batch.events.map((each): EventSpec => {
          const made = input.decisions[each.decision];
          if (made === undefined) throw new Error('an event of no decision');
          const decidedAtMs = START - 3_600_000 + made.atMs;
          return {
            ...each,
            ...made,
            viewer: (shards[0] ?? 0) * 100 + each.viewer,
            shard: shards[made.shard] ?? 0,
            // Few decisions are spread over several pages, many are dense as real ones are.
            sequence: input.decisions.length > 1_000 ? each.decision : each.decision * 2_000,
            decidedAtMs,
            eventAtMs: decidedAtMs + each.afterMs,
            adSetId: world.adSets[made.adSet]?.id ?? 0,
            widgetId: world.widgets[made.widget]?.id ?? 0,
          };
        });
        const body = bodyOf(events);
        const spoolOffset = offsets[batch.spool] ?? 0;
        offsets[batch.spool] = spoolOffset + body.byteLength;
        await shipBatch(database.pool, {
          shard: shards[batch.spool] ?? 0,
          spoolOffset,
          body,
          recordCount: events.length,
          receivedAt: new Date(nowMs + arrived),
        });
        arrived += 1;
        waiting.push(body);
      }
      const next = input.steps[place + 1];
      const dies = step.dies && next !== undefined;
      const { settlers } = step;
      if (settlers !== input.steps[place - 1]?.settlers) {
        settler = new Settler({ clock, settlers, maxEvents: input.maxEvents });
      }
      await liveOnce({ clock, settler, settlers, clients: broken }, dies);
      // Some lines are folded, some are not yet.
      if (nowMs % 20_000 === 0) await foldSpend(folding);
      // Who dies leaves judged what it got to; all of it is settled by a later one, at the same time, at which nothing
      // that waits from before is over: so it does not matter what it got to.
      if (!dies) model.settle(waiting.splice(0), nowMs);
      if (!dies && next?.dies !== true) nowMs += step.waitMs;
    }
  } finally {
    for (const client of clients) client.release();
  }
  return { world, adSets, model, advertiserIds };
}

async function compare({
  world,
  adSets,
  model,
  advertiserIds,
}: Awaited<ReturnType<typeof run>>): Promise<void> {
  const { db } = database;
  const publisherIds = [...new Set(world.widgets.map((widget) => widget.publisherId))];
  const adSetIds = adSets.map((adSet) => adSet.id);
  const balances = await db
    .selectFrom('ledger_account')
    .select(['kind', 'owner_id', 'balance_micros'])
    .where('owner_id', 'in', [...advertiserIds, ...publisherIds])
    .execute();
  const balance = (kind: string, ownerId: number) =>
    balances.find((row) => row.kind === kind && row.owner_id === ownerId)?.balance_micros ?? 0n;
  expect(advertiserIds.map((id) => balance('advertiser_wallet', id))).toEqual(
    advertiserIds.map((id) => model.wallets.get(id)),
  );
  expect(publisherIds.map((id) => balance('publisher_pending', id))).toEqual(
    publisherIds.map((id) => model.pending.get(id) ?? 0n),
  );
  const spent = await db.selectFrom('ad_set_spend').selectAll().where('ad_set_id', 'in', adSetIds).execute();
  for (const row of spent) {
    expect(row.spent_micros).toBe(model.spent.get(`adset:${row.ad_set_id}`) ?? 0n);
    expect(BigInt(row.cpm_carry_thousandths)).toBe(model.carry.get(row.ad_set_id) ?? 0n);
  }
  const days = await db
    .selectFrom('ad_set_day_spend')
    .selectAll()
    .where('ad_set_id', 'in', adSetIds)
    .execute();
  expect(
    Object.fromEntries(days.map((row) => [`adset:${row.ad_set_id}:${row.day}`, row.spent_micros])),
  ).toEqual(Object.fromEntries([...model.spent].filter(([key]) => /^adset:\d+:/.test(key))));
  const lines = await db
    .selectFrom('spend_line')
    .select((eb) => [
      'day',
      'ad_set_id',
      'widget_id',
      eb.fn.sum<bigint>('charged_micros').as('charged_micros'),
    ])
    .where('ad_set_id', 'in', adSetIds)
    .groupBy(['day', 'ad_set_id', 'widget_id'])
    .execute();
  expect(
    Object.fromEntries(
      lines.map((row) => [`${row.day}:${row.ad_set_id}:${row.widget_id}`, BigInt(row.charged_micros)]),
    ),
  ).toEqual(Object.fromEntries(model.spendDay));
  const months = await db
    .selectFrom('earning_month')
    .selectAll()
    .where('publisher_id', 'in', publisherIds)
    .execute();
  expect(
    Object.fromEntries(months.map((row) => [`${row.publisher_id}:${row.month}`, row.earned_micros])),
  ).toEqual(Object.fromEntries([...model.earned].filter(([, micros]) => micros > 0n)));
  const invoiced = await db
    .selectFrom('campaign_month')
    .selectAll()
    .where('campaign_id', 'in', [...new Set(adSets.map((adSet) => adSet.campaignId))])
    .execute();
  expect(
    Object.fromEntries(invoiced.map((row) => [`${row.campaign_id}:${row.month}`, row.charged_micros])),
  ).toEqual(Object.fromEntries(model.invoiced));
  expect(await factCounts(new Set(adSetIds))).toEqual(
    Object.fromEntries([...model.counts].sort(([a], [b]) => a.localeCompare(b))),
  );
}

async function factCounts(adSetIds: ReadonlySet<number>): Promise<Record<string, number>> {
  const counts = new Map<string, number>();
  const add = (key: string, count: number) => {
    if (count > 0) counts.set(key, (counts.get(key) ?? 0) + count);
  };
  const batches = await database.db.selectFrom('fact_batch').select(['body', 'layout']).execute();
  for (const fact of batches.flatMap((batch) => decodeFacts(batch.body, batch.layout))) {
    if (!adSetIds.has(fact.adSetId)) continue;
    add(`1:${fact.code}`, fact.impressions);
    add(`2:${fact.code}`, fact.viewables);
    add(`3:${fact.code}`, fact.clicks);
    add('over', fact.overDelivered);
  }
  return Object.fromEntries([...counts].sort(([a], [b]) => a.localeCompare(b)));
}

describe('settlement', () => {
  it('comes to what the naive model comes to, however events are cut and whenever the database fails', async () => {
    await fc.assert(
      fc.asyncProperty(scenario, async (input) => {
        await compare(await run(input));
      }),
      { numRuns: 30, endOnFailure: true },
    );
    const { rows } = await database.pool.query<{ total: string; unbalanced: string }>(
      `select (select sum(balance_micros) from ledger_account)::text as total,
              (select count(*) from (select transaction_id from ledger_entry group by 1 having sum(amount_micros) <> 0) x)::text
                as unbalanced`,
    );
    expect(rows).toEqual([{ total: '0', unbalanced: '0' }]);
  }, 120_000);

  it('comes to it over 100,000 events', async () => {
    const random = seededRandom(20_261_121);
    const below = (limit: number) => Math.floor(random() * limit);
    const pick = <Item>(items: readonly [Item, ...Item[]]): Item => items[below(items.length)] ?? items[0];
    const decisions = Array.from({ length: 30_000 }, () => ({
      adSet: below(AD_SETS),
      widget: below(WIDGETS),
      priceMicros: 1 + below(5_000),
      shareBp: pick([3_333, 7_000]),
      isCpc: random() < 0.2,
      isVideo: random() < 0.2,
      shard: below(2),
      atMs: below(120_000),
    }));
    const steps = Array.from({ length: 10 }, (_, step) => ({
      waitMs: pick([1_000, 30_000, 60_000]),
      settlers: (step % 3) + 1,
      dies: step % 4 === 2,
      batches: Array.from({ length: 10 }, () => ({
        spool: below(2),
        events: Array.from({ length: 1_000 }, () => ({
          // Mostly decisions of this step's time, some of any.
          decision: random() < 0.9 ? step * 3_000 + below(3_000) : below(30_000),
          kind: pick<EventSpec['kind']>([...EVENT_KINDS, 'impression', 'viewable']),
          afterMs: below(4_000_000),
          viewer: below(5_000),
          reason: random() < 0.02 ? 5 : 0,
          otherClock: random() < 0.5,
        })),
      })),
    }));
    const faults = Array.from({ length: 20 }, () => ({ at: below(800), after: random() < 0.5 }));
    await compare(await run({ decisions, steps, faults, maxEvents: 3_000, scale: 400n }));
  }, 120_000);
});
