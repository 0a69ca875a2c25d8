import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createTestDatabase, type TestDatabase } from '@placard/db/testing/database';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { forgetGoneImages } from './gone-images.ts';

const NOW_MS = Date.parse('2026-05-13T12:00:00Z');
const DAY_MS = 86_400_000;

let database: TestDatabase;
let dataDir: string;
beforeAll(async () => {
  database = await createTestDatabase();
  dataDir = await mkdtemp(join(tmpdir(), 'placard-erased-'));
  await mkdir(join(dataDir, 'images'));
});
afterAll(async () => {
  await database.drop();
  await rm(dataDir, { recursive: true });
});

let accounts = 0;
/** With these images; erased so many days ago, null where it is not. */
async function account(fileKeys: readonly string[], erasedDays: number | null): Promise<void> {
  accounts += 1;
  const { pool } = database;
  const { rows } = await pool.query<{ user: number; account: number }>(
    `with u as (insert into app_user (email, first_name, last_name, status) values ($1, 'A', 'B', 'active') returning id),
          a as (insert into account (status) values ('suspended') returning id)
     select u.id as "user", a.id as account from u, a`,
    [`a${accounts}@example.com`],
  );
  const [made] = rows;
  for (const fileKey of fileKeys) {
    await pool.query(
      `insert into image (owner_id, file_key, width_px, height_px, size_bytes, media_type)
       values ($1, $2, 1, 1, 3, 'image/png')`,
      [made?.account, fileKey],
    );
  }
  const at = erasedDays === null ? null : new Date(NOW_MS - erasedDays * DAY_MS);
  await pool.query(
    `insert into account_closing (account_id, closed_at, closed_by, closed_by_user_id, given_up_micros, status_before, persons, erased_at)
     values ($1, '2026-01-01', 'owner', $2, 0, 'active', '[]', $3)`,
    [made?.account, made?.user, at],
  );
}

const file = (letter: string) => `${letter.repeat(64)}.png`;

it('takes out images that only erased accounts had, and leaves those of others, of closed ones and of strangers', async () => {
  const [gone, shared, closed, unknown, old, edge] = ['a', 'b', 'c', 'd', 'e', 'f'].map(file) as [
    string,
    string,
    string,
    string,
    string,
    string,
  ];
  for (const name of [gone, shared, closed, unknown, old, edge])
    await writeFile(join(dataDir, 'images', name), 'PNG');
  await account([gone, shared], 1);
  await account([gone], 2);
  await account([shared, closed], null);
  await account([old], 90.1);
  await account([edge], 90);
  const config = { dataDir, databaseUrl: database.url };
  expect(await forgetGoneImages(config, NOW_MS)).toBe(2);
  expect((await readdir(join(dataDir, 'images'))).sort()).toEqual([shared, closed, unknown, old]);
  expect(await forgetGoneImages(config, NOW_MS)).toBe(0);
});
