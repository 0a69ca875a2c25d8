import { createTestDatabase, type TestDatabase } from '@placard/db/testing/database';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { beginStep } from './begun-step.ts';
import { compareRollups } from './compare-rollups.ts';
import { replaceRollups } from './fact-tables.ts';
import { FactLoader } from './loader.ts';
import { enlistOwners, FACTS_OF, movedOwners, RollupBuilder } from './rollup-builder.ts';
import { ROLL_UP_ALL } from './rollup-sets.ts';
import { ALL_BUT_STRETCHES, ALL_DAYS, type RollupState, RollupStates } from './rollup-state.ts';
import { OWNER_COLUMN } from './rollup-tables.ts';
import { makeRandomFacts } from './testing/random-facts.ts';
import { openTestAnalytics, type TestAnalytics } from './testing/test-analytics.ts';

const NOBODYS = { advertiser: 1_000_000, publisher: 1_000_000, network: 1_000_000 };
const MEMORY = 64 * 1024 * 1024;

let database: TestDatabase;
let store: TestAnalytics;

beforeAll(async () => {
  database = await createTestDatabase();
  store = await openTestAnalytics();
  await makeRandomFacts(database);
  await new FactLoader({ pool: database.pool, analytics: store.analytics }, 10_000, NOBODYS).load();
});
afterAll(async () => {
  await store.end();
  await database.drop();
});

/** As after a start with a store that has facts alone. */
async function statesToBuild(): Promise<RollupStates> {
  await replaceRollups(store.analytics);
  const states = await RollupStates.load(store.analytics.client, ROLL_UP_ALL);
  await enlistOwners(store.analytics, database.pool, states);
  return states;
}

async function numberOf(query: string, params: Record<string, unknown> = {}): Promise<number> {
  const { client } = store.analytics;
  const result = await client.query({ query, query_params: params, format: 'JSONEachRow' });
  const [row] = await result.json<{ n: string }>();
  return Number(row?.n ?? 0);
}

/** Facts and days of owners between how far they had come and how far they have. */
async function summed(before: readonly RollupState[], to: number) {
  const [first] = before;
  if (first === undefined) throw new Error('a step brought nobody further');
  const { scope, timeZone, builtTo } = first;
  const count = async (what: string) =>
    await numberOf(
      `select toString(${what}) as n from ${FACTS_OF[scope]}
        where ${OWNER_COLUMN[scope]} in {owners:Array(UInt32)}
          and toUInt16(toDate(bucket, {zone:String})) >= {from:UInt32} and toUInt16(toDate(bucket, {zone:String})) < {to:UInt32}`,
      { owners: before.map(({ owner }) => owner), zone: timeZone, from: builtTo, to },
    );
  return {
    scope,
    owners: before.length,
    facts: await count('count()'),
    days: await count('uniqExact(toDate(bucket, {zone:String}))'),
  };
}

/** Those that are built. */
async function requireSameAsFacts(states: RollupStates): Promise<void> {
  expect(states.all().some(({ builtTo }) => builtTo === ALL_DAYS)).toBe(true);
  expect(await compareRollups(store.analytics, states, async (work) => await work())).toEqual([]);
}

it('a step sums so many facts and no more but for a day of one owner, however long it takes', async () => {
  const states = await statesToBuild();
  const facts = { advertiser: 150, publisher: 2_000, network: 150 };
  const builder = new RollupBuilder(store.analytics.client, { facts, groupBytes: MEMORY });
  const steps: Awaited<ReturnType<typeof summed>>[] = [];
  for (let before = states.all(); await builder.step(states); before = states.all()) {
    const moved = before.filter((state) => states.of(state.scope, state.owner) !== state);
    const [one] = moved;
    // A stretch of days that are all summed.
    if (before.some(({ builtTo }) => builtTo === ALL_BUT_STRETCHES)) continue;
    steps.push(await summed(moved, (one && states.of(one.scope, one.owner)?.builtTo) ?? 0));
  }
  for (const step of steps) {
    if (step.facts > facts[step.scope]) expect(step).toMatchObject({ owners: 1, days: 1 });
  }
  expect(steps.some((step) => step.facts > facts[step.scope])).toBe(true);
  expect(steps.some(({ owners }) => owners > 1)).toBe(true);
  expect(steps.some(({ days }) => days > 1)).toBe(true);
  expect(states.all().every(({ builtTo }) => builtTo === ALL_DAYS)).toBe(true);
  await requireSameAsFacts(states);
}, 60_000);

it('a step that has begun is known to loads until it has ended', async () => {
  const states = await statesToBuild();
  const builder = new RollupBuilder(store.analytics.client);
  const ends = () =>
    states.all().map(({ scope, owner, builtTo }) => [builtTo, states.placing(scope, owner)?.builtTo]);
  expect(ends().every(([now, placed]) => now === 0 && placed === 0)).toBe(true);
  const end = await builder.begin(states);
  expect(ends().some(([now, placed]) => now === 0 && placed === ALL_DAYS)).toBe(true);
  await end?.();
  expect(ends().some(([now]) => now === ALL_DAYS)).toBe(true);
  expect(ends().every(([now, placed]) => now === placed)).toBe(true);
  const built = states.all().map((state) => ({ ...state, builtTo: 1 }));
  const fails = beginStep(states, built, async () => {
    throw new Error('no more disk');
  });
  expect(ends().every(([, placed]) => placed === 1)).toBe(true);
  await expect(fails()).rejects.toThrow('no more disk');
  expect(ends().every(([now, placed]) => now === placed)).toBe(true);
}, 60_000);

it('a step that was planned for a zone that its account has left is not taken', async () => {
  const states = await statesToBuild();
  const facts = { advertiser: 50, publisher: 10_000, network: 10_000 };
  const builder = new RollupBuilder(store.analytics.client, { facts, groupBytes: MEMORY });
  expect(await builder.step(states)).toBe(true);
  const [begun] = states.all().filter(({ builtTo }) => builtTo > 0 && builtTo !== ALL_DAYS);
  await database.pool.query("update account set time_zone = 'Asia/Kathmandu' where id = $1", [begun?.owner]);
  await states.save(await movedOwners(database.pool, states));
  while (await builder.step(states));
  const moved = states.of('advertiser', begun?.owner ?? 0);
  expect(moved).toMatchObject({ timeZone: 'Asia/Kathmandu', epoch: 2, builtTo: ALL_DAYS });
}, 60_000);

it('groups that a step may not hold in memory lie on disk, and their sums are the same', async () => {
  const written =
    "select toString(sum(value)) as n from system.events where event = 'ExternalAggregationWritePart'";
  const before = await numberOf(written);
  const states = await statesToBuild();
  // Below 100,000 groups the engine writes none, whatever they take.
  await store.analytics.client.command({ query: 'set group_by_two_level_threshold = 1' });
  const { client } = store.analytics;
  const facts = { advertiser: 10_000, publisher: 10_000, network: 10_000 };
  expect(await new RollupBuilder(client, { facts, groupBytes: MEMORY }).step(states)).toBe(true);
  expect(await numberOf(written)).toBe(before);
  expect(await new RollupBuilder(client, { facts, groupBytes: 1 }).step(states)).toBe(true);
  expect(await numberOf(written)).toBeGreaterThan(before);
  await requireSameAsFacts(states);
}, 60_000);
