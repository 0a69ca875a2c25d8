import { createTestDatabase, type TestDatabase } from '@placard/db/testing/database';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { TEST_NOW, testDeps } from '../testing/fixtures.ts';
import { readKnownNetworks } from './known-networks.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(async () => {
  await database.drop();
});

it('says by what data centres are recognised, once an ad server has told', async () => {
  const read = async () => await readKnownNetworks(testDeps(database.db));
  const tell = async (shard: number, networks: number, fileAt: Date | null) =>
    await database.db
      .insertInto('delivery_networks')
      .values({ shard, networks, file_at: fileAt, told_at: TEST_NOW })
      .execute();
  expect(await read()).toEqual({ state: 'silent', networks: 0, fileAt: null });
  const fileAt = new Date(TEST_NOW.getTime() - 86_400_000);
  await tell(0, 120, fileAt);
  expect(await read()).toEqual({ state: 'on', networks: 120, fileAt: fileAt.toISOString() });
  await tell(1, 0, null);
  expect(await read()).toEqual({ state: 'off', networks: 0, fileAt: null });
});
