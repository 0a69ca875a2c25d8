import { createTestDatabase, type TestDatabase } from '@placard/db/testing/database';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { agrees, compareLedgerAndReports } from './compare-ledger.ts';
import { createIntake, FACT_TABLES, replaceRollups } from './fact-tables.ts';
import { FactLoader } from './loader.ts';
import type { Analytics } from './open-analytics.ts';
import { ROLL_UP_ALL } from './rollup-sets.ts';
import { ALL_DAYS, RollupStates } from './rollup-state.ts';
import { ROLLUP_TABLES } from './rollup-tables.ts';
import { makeRandomFacts, type RandomFacts } from './testing/random-facts.ts';
import { openTestAnalytics, type TestAnalytics } from './testing/test-analytics.ts';

const NOBODYS = { advertiser: 1_000_000, publisher: 1_000_000, network: 1_000_000 };
/** Some three steps of each kind, and two stretches. */
const STEPS = {
  facts: { advertiser: 400, publisher: 1_200, network: 1_000 },
  groupBytes: 64 * 1024 * 1024,
};

type Sum = { readonly moment: 'before' | 'after'; readonly query: string; readonly number: number };

let database: TestDatabase;
let store: TestAnalytics;
let facts: RandomFacts;
let loader: FactLoader;
/** What happens around each of the builder's sums, which are numbered from 1. */
let aroundSum: (sum: Sum) => Promise<void>;
/** What happens instead of a load's insert. */
let inserting: (insert: () => Promise<void>) => Promise<void>;
let sums = 0;
let settled = 0;

beforeEach(async () => {
  database = await createTestDatabase();
  store = await openTestAnalytics();
  facts = await makeRandomFacts(database);
  await new FactLoader({ pool: database.pool, analytics: store.analytics }, 10_000, NOBODYS).load();
  await replaceRollups(store.analytics);
  [sums, settled] = [0, 0];
  aroundSum = async () => undefined;
  inserting = async (insert) => await insert();
  startAnew();
}, 60_000);
afterEach(async () => {
  await store.end();
  await database.drop();
});

/** As after a start: nothing is known but what is written down. */
function startAnew(): void {
  loader = new FactLoader(
    { pool: database.pool, analytics: watched(store.analytics) },
    400,
    ROLL_UP_ALL,
    STEPS,
  );
}

function watched(analytics: Analytics): Analytics {
  const command: Analytics['client']['command'] = async (asked) => {
    const isSum = asked.query.startsWith('insert into placard_rollup_');
    if (!isSum) return await analytics.client.command(asked);
    sums += 1;
    const { query } = asked;
    const number = sums;
    await aroundSum({ moment: 'before', query, number });
    const result = await analytics.client.command(asked);
    await aroundSum({ moment: 'after', query, number });
    return result;
  };
  const client = new Proxy(analytics.client, {
    get: (target, key) => {
      if (key === 'command') return command;
      const value: unknown = Reflect.get(target, key);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
  const insertBlock: Analytics['insertBlock'] = async (insert) =>
    await inserting(async () => await analytics.insertBlock(insert));
  return { ...analytics, client, insertBlock };
}

/** Further events of all days and everybody. */
async function settleMore(): Promise<void> {
  settled += 1;
  const events = facts.batches.flat().filter((_, index) => index % 40 === settled % 40);
  await facts.settle(events.map((event, index) => ({ ...event, sequence: 10_000 * settled + index })));
}

async function loadMore(): Promise<void> {
  await settleMore();
  expect(await loader.load()).toBeGreaterThan(20);
}

async function requireEachFactOnce(): Promise<void> {
  await loader.buildRollups();
  const states = (await RollupStates.load(store.analytics.client)).all();
  expect(states.length).toBeGreaterThan(8);
  expect(states.filter(({ builtTo }) => builtTo !== ALL_DAYS)).toEqual([]);
  const comparison = await compareLedgerAndReports({
    pool: database.pool,
    analytics: store.analytics,
    loader,
  });
  expect(comparison.rollupDifferences).toEqual([]);
  expect(agrees(comparison)).toBe(true);
}

describe('facts that are loaded beside a step of the builder are in its rollups once', () => {
  it('whether the step has summed already or not', async () => {
    // Before one and after the next: of each kind there are several.
    aroundSum = async ({ moment, number }) => {
      if ((moment === 'before') === (number % 2 === 0)) await loadMore();
    };
    await requireEachFactOnce();
    expect(sums).toBeGreaterThan(8);
  }, 120_000);

  it('after the step has failed, by the same process or by another one', async () => {
    aroundSum = async ({ moment, number }) => {
      if ((moment === 'after') !== (number % 4 === 0)) return;
      await loadMore();
      // Each second one, before it has summed and after in turn.
      if (number % 2 === 0) throw new Error('no more disk');
    };
    let failures = 0;
    for (let done = false; !done; ) {
      done = await loader.buildRollups().then(
        () => true,
        () => false,
      );
      if (done) break;
      failures += 1;
      if (failures % 3 === 0) startAnew();
    }
    expect(failures).toBeGreaterThan(6);
    await requireEachFactOnce();
  }, 120_000);

  it('after a load has failed, which had brought them into some tables or into all', async () => {
    let isBroken = false;
    const fail = async (insert: () => Promise<void>, views: readonly string[]) => {
      const { client } = store.analytics;
      for (const view of views) await client.command({ query: `drop view ${view} sync` });
      await insert();
      await createIntake(store.analytics);
      throw new Error('nobody knows what became of it');
    };
    const broken = [[], ['placard_intake_to_rollup_network'], ['placard_intake_to_facts_by_advertiser']];
    inserting = async (insert) => (isBroken ? await fail(insert, broken[sums % 3] ?? []) : await insert());
    aroundSum = async ({ moment, number }) => {
      await settleMore();
      isBroken = true;
      await expect(loader.load()).rejects.toThrow('nobody knows');
      isBroken = false;
      if (moment === 'before') return;
      if (number % 4 === 0) startAnew();
      if (number % 2 === 0) throw new Error('no more disk');
    };
    for (let failures = 0; failures < 6; failures += 1) {
      const outcome = await loader.buildRollups().catch((cause: unknown) => cause);
      expect(outcome).toBeInstanceOf(Error);
    }
    aroundSum = async () => undefined;
    await requireEachFactOnce();
  }, 120_000);

  it('where a merge puts them together with those of before: the step begins again', async () => {
    const tables = [...Object.values(FACT_TABLES), ROLLUP_TABLES.network];
    const merged = new Set<string>();
    const begunAgain = new Set<string>();
    let summing: string | null = null;
    aroundSum = async ({ moment, query }) => {
      if (moment === 'after') {
        summing = null;
        return;
      }
      if (summing !== null) begunAgain.add(summing);
      summing = tables.find((one) => query.includes(`from ${one}`)) ?? '';
      await loadMore();
      if (merged.has(summing)) return;
      merged.add(summing);
      await store.analytics.client.command({ query: `optimize table ${summing} final` });
    };
    await requireEachFactOnce();
    expect([...begunAgain].toSorted()).toEqual(tables.toSorted());
  }, 120_000);

  it('whose account moves to another zone meanwhile', async () => {
    const [first] = facts.world.adSets;
    let following: Promise<void> | null = null;
    aroundSum = async ({ moment, number }) => {
      if (moment === 'after' || number !== 2) return;
      await database.pool.query("update account set time_zone = 'Asia/Kathmandu' where id = $1", [
        first?.advertiserId,
      ]);
      following = loader.followZones();
      await settleMore();
    };
    await loader.buildRollups();
    expect(following).not.toBeNull();
    await following;
    await requireEachFactOnce();
    const states = await RollupStates.load(store.analytics.client);
    expect(states.of('advertiser', first?.advertiserId ?? 0)).toMatchObject({
      timeZone: 'Asia/Kathmandu',
      epoch: 2,
    });
  }, 120_000);
});
