import { createTestDatabase, type TestDatabase } from '@placard/db/testing/database';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Actor } from '../../deps.ts';
import type { MakeDocument } from '../../fairness/documents.ts';
import { createActor, type TestDeps, testDeps } from '../testing/fixtures.ts';
import { exportAudit } from './export-audit.ts';
import { listAudit } from './list-audit.ts';

const MOST_NAMED = 200;

let database: TestDatabase;
let deps: TestDeps;
let operator: Actor;

beforeAll(async () => {
  database = await createTestDatabase();
  deps = testDeps(database.db);
  operator = await createActor(database.db, ['operator']);
});
afterAll(async () => {
  await database.drop();
});

const search = async (text: string) => await listAudit(deps, operator, { search: text, limit: 50 });

/** Campaigns of that name, each with a line in the log. */
async function campaigns(name: string, count: number): Promise<void> {
  await database.pool.query(
    `with made as (
       insert into campaign (advertiser_id, name, objective, total_budget_micros, start_date, analytics_key)
       select $1, $2, 'TRAFFIC', 1000000, '2026-05-01', gen_random_uuid()::text from generate_series(1, $3::int)
       returning id)
     insert into audit_log (actor_kind, action, subject_kind, subject_id, detail, at)
     select 'system', 'campaign.complete', 'campaign', id, '{}', now() from made`,
    [operator.accountId, name, count],
  );
}

it('finds lines by what their subjects, people and accounts are called, and by what they say', async () => {
  await campaigns('Lantern', 2);
  const lines = async (text: string) => (await search(text)).items.length;
  expect([await lines('antern'), await lines('complete'), await lines('Nothing like it')]).toEqual([2, 2, 0]);
  await database.pool.query(
    `insert into audit_log (actor_user_id, actor_account_id, actor_kind, action, subject_kind, subject_id, detail, at)
     values ($1, $2, 'operator', 'user.update', 'user', $1, '{"note": "harbour"}', now())`,
    [operator.userId, operator.accountId],
  );
  const { rows } = await database.pool.query<{ email: string }>('select email from app_user where id = $1', [
    operator.userId,
  ]);
  expect(await lines(rows[0]?.email ?? '')).toBe(1);
  expect(await lines('harbour')).toBe(1);
});

it('says so where more are called like that than are looked for', async () => {
  await campaigns('Crowd', MOST_NAMED);
  expect((await search('Crowd')).namesCut).toBe(false);
  await campaigns('Crowd', 1);
  expect((await search('Crowd')).namesCut).toBe(true);
  expect((await search('Crowd of nobody')).namesCut).toBe(false);
  expect((await listAudit(deps, operator, { limit: 50 })).namesCut).toBe(false);
});

it('takes away as a file what is found', async () => {
  await campaigns('Harvest', 3);
  const written: (readonly (readonly string[])[])[] = [];
  const make: MakeDocument = async (_what, lines) => {
    written.push(lines as string[][]);
    return new Uint8Array();
  };
  await exportAudit(deps, operator, { search: 'Harvest', action: 'complete' }, make);
  expect(written[0]?.slice(1).map((line) => line[6])).toEqual(Array(3).fill('campaign.complete'));
});
