import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../testing/database.ts';
import { createSecrets } from './secrets.ts';
import { loadSigningKeys, type RunQuery } from './signing-keys.ts';

const secrets = createSecrets(Buffer.alloc(32, 1));
let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
beforeEach(async () => {
  await database.pool.query('delete from signing_key');
});
afterAll(async () => {
  await database.drop();
});

const query: RunQuery = async (text, values) => (await database.pool.query(text, [...values])).rows;
const stored = async () =>
  (await database.pool.query('select id, secret, secret_sealed from signing_key order by id')).rows;

it('makes one key, whoever is first, and keeps it sealed', async () => {
  const loaded = await Promise.all([1, 2, 3].map(async () => await loadSigningKeys(query, secrets)));
  const [key] = loaded[0] ?? [];
  for (const keys of loaded) expect(keys).toEqual([{ id: 1, secret: key?.secret }]);
  expect(key?.secret).toHaveLength(32);
  const [row] = await stored();
  expect(row.secret).toBeNull();
  expect(row.secret_sealed.includes(key?.secret)).toBe(false);
});

it('seals the keys of an older version, which stay the same', async () => {
  const clear = [Buffer.alloc(32, 7), Buffer.alloc(32, 8)];
  await database.pool.query('insert into signing_key (id, secret) values (1, $1), (2, $2)', clear);
  const keys = [
    { id: 1, secret: clear[0] },
    { id: 2, secret: clear[1] },
  ];
  expect(await loadSigningKeys(query, secrets)).toEqual(keys);
  expect((await stored()).map((row) => row.secret)).toEqual([null, null]);
  expect(await loadSigningKeys(query, secrets)).toEqual(keys);
});

it('does not open with another installation’s key, nor under another number', async () => {
  await loadSigningKeys(query, secrets);
  const other = createSecrets(Buffer.alloc(32, 2));
  await expect(loadSigningKeys(query, other)).rejects.toThrow('PLACARD_SECRET_KEY');
  await database.pool.query('update signing_key set id = 2');
  await expect(loadSigningKeys(query, secrets)).rejects.toThrow('PLACARD_SECRET_KEY');
});
