import { randomUUID } from 'node:crypto';
import { createTestDatabase, type TestDatabase } from '@placard/db/testing/database';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { agrees, compareLedgerAndReports } from './compare-ledger.ts';
import type { RollupDifference } from './compare-rollups.ts';
import { FactLoader } from './loader.ts';
import { partOf, ROLL_UP_ALL, ROLLUP_SCOPES, ROLLUP_SETS, rollupName } from './rollup-sets.ts';
import { ROLLUP_TABLES, rollupInsertColumns } from './rollup-tables.ts';
import { STORED_SUMS } from './stored-sums.ts';
import { makeRandomFacts } from './testing/random-facts.ts';
import { openTestAnalytics, type TestAnalytics } from './testing/test-analytics.ts';

let database: TestDatabase;
let store: TestAnalytics;
let loader: FactLoader;

beforeAll(async () => {
  database = await createTestDatabase();
  store = await openTestAnalytics();
  await makeRandomFacts(database);
  loader = new FactLoader({ pool: database.pool, analytics: store.analytics }, 400, ROLL_UP_ALL);
  await loader.load();
});
afterAll(async () => {
  await store.end();
  await database.drop();
});

const NO_DIFFERENCE: RollupDifference = {
  ...{ rollup: 'network:device', owner: 0, day: '2026-03-30', id: 0 },
  ...{ sum: 'charged_micros', facts: 0n, rollupHas: 0n },
};

async function addToEachRollup(micros: number): Promise<void> {
  const sums = STORED_SUMS.map((sum) => `${sum === 'charged_micros' ? micros : 0} as ${sum}`);
  for (const scope of ROLLUP_SCOPES) {
    const columns = rollupInsertColumns(scope);
    for (const set of ROLLUP_SETS[scope]) {
      await store.analytics.client.command({
        query: `insert into ${ROLLUP_TABLES[scope]} (${columns})
                select * replace (${sums.join(', ')})
                  from (select ${columns} from ${ROLLUP_TABLES[scope]}
                         where part = ${partOf(scope, set)} order by all limit 1)`,
        clickhouse_settings: { insert_deduplication_token: randomUUID() },
      });
    }
  }
}

it('rollups are held against the facts: a micro too many is found in each of them', async () => {
  expect(await loader.compareRollups()).toEqual([]);
  await addToEachRollup(1);
  const found = await loader.compareRollups();
  expect(
    found.every(({ sum, facts, rollupHas }) => sum === 'charged_micros' && rollupHas - facts === 1n),
  ).toBe(true);
  expect(found.map(({ rollup }) => rollup).toSorted()).toEqual(
    ROLLUP_SCOPES.flatMap((scope) => ROLLUP_SETS[scope].map((set) => rollupName(scope, set))).toSorted(),
  );
  await addToEachRollup(-1);
  const comparison = await compareLedgerAndReports({
    pool: database.pool,
    analytics: store.analytics,
    loader,
  });
  expect(comparison.rollupDifferences).toEqual([]);
  expect(agrees(comparison)).toBe(true);
  expect(agrees({ ...comparison, rollupDifferences: [NO_DIFFERENCE] })).toBe(false);
}, 60_000);
