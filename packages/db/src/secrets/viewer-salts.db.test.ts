import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { tablesOf } from '../backup/snapshot.ts';
import { createTestDatabase, type TestDatabase } from '../testing/database.ts';
import { createSecrets } from './secrets.ts';
import type { RunQuery } from './signing-keys.ts';
import { eraseViewerSalts, loadViewerSalts, SALT_GRACE_MS } from './viewer-salts.ts';

const DAY_MS = 86_400_000;
const NOON = Date.UTC(2026, 10, 21, 12);
const MIDNIGHT = Date.UTC(2026, 10, 22);
const secrets = createSecrets(Buffer.alloc(32, 1));
let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
beforeEach(async () => {
  await database.pool.query('delete from viewer_salt');
});
afterAll(async () => {
  await database.drop();
});

const query: RunQuery = async (text, values) => (await database.pool.query(text, [...values])).rows;
const daysKept = async () =>
  (await database.pool.query('select day::text as day from viewer_salt order by day')).rows.map(
    (row) => row.day,
  );

it('makes those of today and tomorrow, one for all who ask at once, and keeps them sealed', async () => {
  const loaded = await Promise.all([1, 2, 3].map(async () => await loadViewerSalts(query, secrets, NOON)));
  const [first] = loaded;
  for (const salts of loaded) expect(salts).toEqual(first);
  expect(first?.map(({ day }) => day * DAY_MS)).toEqual([Date.UTC(2026, 10, 21), Date.UTC(2026, 10, 22)]);
  expect(new Set(first?.map(({ salt }) => salt.toString('hex'))).size).toBe(2);
  const { rows } = await database.pool.query('select salt_sealed from viewer_salt');
  for (const { salt } of first ?? []) {
    expect(salt).toHaveLength(32);
    for (const row of rows) expect(row.salt_sealed.includes(salt)).toBe(false);
  }
});

it('has tomorrow’s when tomorrow comes, and begins the day after', async () => {
  const [, tomorrow] = await loadViewerSalts(query, secrets, NOON);
  const [today] = await loadViewerSalts(query, secrets, NOON + DAY_MS);
  expect(today).toEqual(tomorrow);
  expect(await daysKept()).toEqual(['2026-11-21', '2026-11-22', '2026-11-23']);
});

it('erases a day’s once it is over for every clock, and not before', async () => {
  const [before] = await loadViewerSalts(query, secrets, NOON);
  await eraseViewerSalts(query, MIDNIGHT + SALT_GRACE_MS - 1);
  expect(await daysKept()).toEqual(['2026-11-21', '2026-11-22']);
  await eraseViewerSalts(query, MIDNIGHT + SALT_GRACE_MS);
  expect(await daysKept()).toEqual(['2026-11-22']);
  // Whoever asks for that day again, by whatever clock, gets another one: the first is nowhere any more.
  const [after] = await loadViewerSalts(query, secrets, NOON);
  expect(after?.day).toBe(before?.day);
  expect(after?.salt.equals(before?.salt ?? Buffer.alloc(0))).toBe(false);
});

it('is in no backup, nor who was known by it', async () => {
  const client = await database.pool.connect();
  const names = (await tablesOf(client)).map(({ name }) => name);
  client.release();
  expect(names).toContain('signing_key');
  expect(names).not.toContain('viewer_salt');
  expect(names).not.toContain('reach_batch');
  expect(names).toContain('reach_day');
});

it('does not open with another installation’s key, nor on another day', async () => {
  await loadViewerSalts(query, secrets, NOON);
  await expect(loadViewerSalts(query, createSecrets(Buffer.alloc(32, 2)), NOON)).rejects.toThrow();
  await database.pool.query(`update viewer_salt set day = day + 1000 where day = '2026-11-22'`);
  await database.pool.query(`update viewer_salt set day = day + 1 where day = '2026-11-21'`);
  await expect(loadViewerSalts(query, secrets, NOON)).rejects.toThrow();
});
