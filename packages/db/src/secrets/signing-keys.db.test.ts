import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../testing/database.ts';
import { createSecrets } from './secrets.ts';
import { addSigningKey, loadSigningKeys, type RunQuery, signsFromMs } from './signing-keys.ts';

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
  for (const keys of loaded) expect(keys).toEqual([{ id: 1, secret: key?.secret, signsFromMs: 0 }]);
  expect(key?.secret).toHaveLength(32);
  const [row] = await stored();
  expect(row.secret).toBeNull();
  expect(row.secret_sealed.includes(key?.secret)).toBe(false);
});

it('seals the keys of an older version, which stay the same', async () => {
  const clear = [Buffer.alloc(32, 7), Buffer.alloc(32, 8)];
  await database.pool.query('insert into signing_key (id, secret) values (1, $1), (2, $2)', clear);
  const keys = [
    { id: 1, secret: clear[0], signsFromMs: 0 },
    { id: 2, secret: clear[1], signsFromMs: 0 },
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

const DAY_MS = 86_400_000;
const MIDNIGHT_MS = Date.UTC(2026, 2, 11);

it('begins to sign with a day of UTC, a minute away at least', () => {
  expect(signsFromMs(MIDNIGHT_MS - DAY_MS)).toBe(MIDNIGHT_MS);
  expect(signsFromMs(MIDNIGHT_MS - 60_001)).toBe(MIDNIGHT_MS);
  expect(signsFromMs(MIDNIGHT_MS - 60_000)).toBe(MIDNIGHT_MS + DAY_MS);
});

it('is made anew once, whoever asks; the one before stays, and the next one can follow when it signs', async () => {
  const nowMs = MIDNIGHT_MS - DAY_MS;
  expect(await addSigningKey(query, secrets, nowMs)).toEqual({ id: 2, signsFromMs: MIDNIGHT_MS });
  expect(await addSigningKey(query, secrets, MIDNIGHT_MS - 1)).toBeNull();
  const [first, second] = await loadSigningKeys(query, secrets);
  expect([first?.signsFromMs, second?.signsFromMs]).toEqual([0, MIDNIGHT_MS]);
  expect(second?.secret).toHaveLength(32);
  expect(second?.secret).not.toEqual(first?.secret);
  const asked = [1, 2, 3].map(async () => await addSigningKey(query, secrets, MIDNIGHT_MS));
  const made = (await Promise.all(asked)).filter((key) => key !== null);
  expect(made).toEqual([{ id: 3, signsFromMs: MIDNIGHT_MS + DAY_MS }]);
  expect((await stored()).map(({ id, secret }) => [id, secret])).toEqual([
    [1, null],
    [2, null],
    [3, null],
  ]);
});

it('has numbers up to 255', async () => {
  await loadSigningKeys(query, secrets);
  await database.pool.query('insert into signing_key (id, secret) values (254, $1)', [Buffer.alloc(32, 7)]);
  expect((await addSigningKey(query, secrets, 0))?.id).toBe(255);
  expect(await addSigningKey(query, secrets, MIDNIGHT_MS)).toBeNull();
});
