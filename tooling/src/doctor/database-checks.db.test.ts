import { migrate, readMigrations } from '@placard/db/migrate';
import { createSecrets } from '@placard/db/secrets/secrets';
import { loadSigningKeys } from '@placard/db/secrets/signing-keys';
import { withDatabase } from '@placard/db/testing/cluster';
import { createTestDatabase, type TestDatabase } from '@placard/db/testing/database';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { checkDatabase } from './database-checks.ts';

const KEY = Buffer.alloc(32, 1);

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(async () => await database.drop());

const examine = async (url = database.url, key: Buffer | undefined = KEY, nowMs = Date.now) =>
  (await checkDatabase(url, key && { key, others: [] }, nowMs)).map(({ name, state }) => `${name} ${state}`);

it('finds nothing where all is well', async () => {
  expect(await examine()).toEqual(['Clock ok', 'Schema ok', 'Secret key ok']);
  await loadSigningKeys(
    async (text, values) => (await database.pool.query(text, [...values])).rows,
    createSecrets(KEY),
  );
  expect(await examine()).toEqual(['Clock ok', 'Schema ok', 'Secret key ok']);
});

it('finds another key, a clock that is wrong, and a database that is away', async () => {
  expect(await examine(database.url, Buffer.alloc(32, 2))).toEqual([
    'Clock ok',
    'Schema ok',
    'Secret key fault',
  ]);
  expect(await examine(database.url, KEY, () => Date.now() + 60_000)).toContain('Clock fault');
  expect(await examine(withDatabase(database.url, 'gone'))).toEqual(['Database fault']);
});

it('finds a schema that is older, and one that is not there', async () => {
  await database.pool.query('drop schema public cascade; create schema public');
  expect(await examine()).toEqual(['Clock ok', 'Schema fault']);
  await migrate(database.url, readMigrations().slice(0, -1));
  expect(await examine()).toEqual(['Clock ok', 'Schema fault']);
  await migrate(database.url);
  expect(await examine()).toEqual(['Clock ok', 'Schema ok', 'Secret key ok']);
});
