import { createTestDatabase, type TestDatabase } from '@placard/db/testing/database';
import type { PoolClient } from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { loadWidgets } from './load-books.ts';
import { Subjects } from './subjects.ts';
import { limitedWorld, spoolOn } from './testing/spools.ts';
import { makeWorld } from './testing/world.ts';

/** The last id that its column can hold. */
const LAST_ID = 0x7fff_ffff;

let database: TestDatabase;
let client: PoolClient;
beforeAll(async () => {
  database = await createTestDatabase();
  client = await database.pool.connect();
});
afterAll(async () => {
  client.release();
  await database.drop();
});

it('finds a widget by the last id there can be, and none by one that no column can hold', async () => {
  await makeWorld(database.db, {
    advertisers: [{ timeZone: 'UTC', walletMicros: 1n, campaigns: [] }],
    widgetsOfPublishers: [1],
  });
  const { rows } = await client.query<{ website_id: number }>(
    `insert into widget (id, website_id, type, name, embed_key) overriding system value
     select $1, website_id, type, 'Last', 'the-last-widget-there-can-be' from widget limit 1 returning website_id`,
    [LAST_ID],
  );
  const subjects = new Subjects();
  for (const id of [0, LAST_ID, LAST_ID + 1, 0xffff_ffff]) subjects.widget(id);
  const found = await loadWidgets(client, subjects);
  expect([...found.keys()]).toEqual([LAST_ID]);
  expect(found.get(LAST_ID)?.websiteId).toBe(rows[0]?.website_id);
});

it.each([
  ['Pacific/Kiritimati', 10, 0, '2026-11-22'],
  ['Pacific/Pago_Pago', 10, 59, '2026-11-20'],
] as const)(
  'remembers what a day of %s has had, where it is not that of UTC',
  async (timeZone, hour, minute, day) => {
    const at = Date.UTC(2026, 10, 21, hour, minute, 59);
    const events = { decidedAtMs: at - 2_000, eventAtMs: at };
    for (const [adSet, limits] of [
      [{ totalBudgetMicros: 10n ** 6n, dailyBudgetMicros: 3_000n }, {}],
      [{ totalBudgetMicros: 10n ** 6n }, { campaignDayMicros: 3_000n }],
    ] as const) {
      const spool = spoolOn(database, await limitedWorld(database.db, adSet, { ...limits, timeZone }));
      for (const sequence of [0, 1]) {
        await spool.ship([
          spool.event('impression', sequence, events),
          spool.event('viewable', sequence, events),
        ]);
        await spool.settle();
      }
      const days = database.db.selectFrom('ad_set_day_spend').select(['day', 'spent_micros']);
      expect(await days.where('ad_set_id', '=', spool.adSet.id).execute()).toEqual([
        { day, spent_micros: 3_000n },
      ]);
    }
  },
);
