import { createTestDatabase, type TestDatabase } from '@placard/db/testing/database';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { FACT_TABLES } from './fact-tables.ts';
import { FactLoader } from './loader.ts';
import { ROLL_UP_ALL, type RolledUpFrom } from './rollup-sets.ts';
import { RollupStates } from './rollup-state.ts';
import { ROLLUP_TABLES } from './rollup-tables.ts';
import { runReport } from './run-report.ts';
import { makeRandomFacts } from './testing/random-facts.ts';
import { openTestAnalytics, type TestAnalytics } from './testing/test-analytics.ts';

let database: TestDatabase;
let store: TestAnalytics;

beforeAll(async () => {
  database = await createTestDatabase();
  store = await openTestAnalytics();
  await makeRandomFacts(database);
});
afterAll(async () => {
  await store.end();
  await database.drop();
});

async function rowsOf<Row>(query: string): Promise<Row[]> {
  return await (await store.analytics.client.query({ query, format: 'JSONEachRow' })).json<Row>();
}

/** A loader as after a start. */
async function started(from: RolledUpFrom): Promise<FactLoader> {
  const loader = new FactLoader({ pool: database.pool, analytics: store.analytics }, 400, from);
  await loader.load();
  return loader;
}

/** What a publisher's report is read from, once it is the facts' to the micro. */
async function sourcesOf(publisherId: number): Promise<readonly string[]> {
  const { analytics } = store;
  const timeZone = (await RollupStates.load(analytics.client)).of('publisher', publisherId)?.timeZone ?? '';
  const asked = {
    ...{
      metrics: ['requests', 'earnings'] as const,
      by: ['website'] as const,
      grain: 'day' as const,
      timeZone,
    },
    ...({ from: '2026-03-20', to: '2026-04-15' } as const),
  };
  const { sources, ...answer } = await runReport({ analytics }, { publisherId }, asked);
  const raw = await runReport({ analytics }, { publisherId }, { ...asked, onlyFacts: true });
  expect({ ...answer, sources: ['facts'] }).toEqual(raw);
  expect(raw.rowCount).toBeGreaterThan(0);
  return sources;
}

const ROLLED_UP = ['publisher:device', 'publisher:website_id+widget_id'];

it('rollups are kept of those alone who have many facts, from the fact on that makes them many', async () => {
  const none = { advertiser: 1_000_000, publisher: 1_000_000, network: 1_000_000 };
  expect(await (await started(none)).buildRollups()).toBe(0);
  // As a start counts them: merges of the engine may put some together until then.
  for (const table of Object.values(FACT_TABLES))
    await store.analytics.client.command({ query: `optimize table ${table} final` });
  const owners = await rowsOf<{ owner: number; facts: string }>(
    `select publisher_id as owner, toString(count()) as facts from ${FACT_TABLES.byPublisher}
      where publisher_id > 0 group by owner order by count()`,
  );
  const [few, many] = [owners[0], owners.at(-1)].map((one) => ({
    ...{ owner: Number(one?.owner), facts: Number(one?.facts) },
  })) as [{ owner: number; facts: number }, { owner: number; facts: number }];
  expect(many.facts).toBeGreaterThan(few.facts);
  expect(await sourcesOf(many.owner)).toEqual(['facts']);

  // One more than he has is too many.
  expect(await (await started({ ...none, publisher: many.facts + 1 })).buildRollups()).toBe(0);
  expect(await (await started({ ...none, publisher: many.facts })).buildRollups()).toBeGreaterThan(0);
  expect(await sourcesOf(many.owner)).toEqual(ROLLED_UP);
  expect(await sourcesOf(few.owner)).toEqual(['facts']);
  const kept = `select distinct owner from ${ROLLUP_TABLES.publisher}
                union all select distinct owner from ${ROLLUP_TABLES.advertiser}
                union all select distinct owner from ${ROLLUP_TABLES.network}`;
  expect(await rowsOf(kept)).toEqual([{ owner: many.owner }]);

  // A lower threshold finds the others; what was kept stays under a higher one.
  const loader = await started(ROLL_UP_ALL);
  await loader.buildRollups();
  expect(await sourcesOf(few.owner)).toEqual(ROLLED_UP);
  expect(await loader.compareRollups()).toEqual([]);
  await started(none);
  expect(await sourcesOf(few.owner)).toEqual(ROLLED_UP);
}, 60_000);
