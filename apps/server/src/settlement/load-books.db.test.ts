import { createTestDatabase, type TestDatabase } from '@placard/db/testing/database';
import type { PoolClient } from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { loadWidgets } from './load-books.ts';
import { Subjects } from './subjects.ts';
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
