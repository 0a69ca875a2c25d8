import { randomUUID } from 'node:crypto';
import { createTestDatabase, type TestDatabase } from '@placard/db/testing/database';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { agrees, compareLedgerAndReports } from './compare-ledger.ts';
import type { RollupDifference } from './compare-rollups.ts';
import { FactLoader } from './loader.ts';
import {
  hasStretches,
  partOf,
  ROLL_UP_ALL,
  ROLLUP_SCOPES,
  ROLLUP_SETS,
  type RollupScope,
  rollupName,
  STRETCH_BIT,
} from './rollup-sets.ts';
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

/** Numbers and names of all that is held against the facts. */
function partsOf(scope: RollupScope): { part: number; name: string }[] {
  return ROLLUP_SETS[scope].flatMap((set) => {
    const days = { part: partOf(scope, set), name: rollupName(scope, set) };
    const stretches = { part: days.part + STRETCH_BIT, name: `${days.name}/16d` };
    return hasStretches(scope, set) ? [days, stretches] : [days];
  });
}

async function addToEachRollup(micros: number): Promise<void> {
  const sums = STORED_SUMS.map((sum) => `${sum === 'charged_micros' ? micros : 0} as ${sum}`);
  for (const scope of ROLLUP_SCOPES) {
    const columns = rollupInsertColumns(scope);
    const parts = partsOf(scope).map(({ part }) => part);
    await store.analytics.client.command({
      query: `insert into ${ROLLUP_TABLES[scope]} (${columns})
              select * replace (${sums.join(', ')})
                from (select ${columns} from ${ROLLUP_TABLES[scope]}
                       where part in (${parts.join(', ')}) order by all limit 1 by part)`,
      clickhouse_settings: { insert_deduplication_token: randomUUID() },
    });
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
    ROLLUP_SCOPES.flatMap((scope) => partsOf(scope).map(({ name }) => name)).toSorted(),
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
