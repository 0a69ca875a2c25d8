import type { AdsAnswer } from '@placard/contract/wire/tag-protocol';
import { createTestDatabase, type TestDatabase } from '@placard/db/testing/database';
import { freezable } from '@placard/db/testing/freezable';
import { soon } from '@placard/db/testing/soon';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { insertServing } from './testing/network.ts';
import { type RunningDelivery, runDelivery } from './testing/running-delivery.ts';

let database: TestDatabase;
let delivery: RunningDelivery;
let key: string;
let campaignId: number;

beforeAll(async () => {
  database = await createTestDatabase();
  ({
    campaignId,
    widget: { key },
  } = await insertServing(database.pool, { domain: 'news.example' }));
  delivery = await runDelivery({ databaseUrl: database.url });
});

afterAll(async () => {
  await delivery?.end();
  await database?.drop();
});

/** Ends delivery's connections and refuses new ones, or lets them in again. */
async function setDatabase(present: boolean): Promise<void> {
  const name = new URL(database.url).pathname.slice(1);
  const admin = new pg.Client({ connectionString: inject('testCluster').superuserUrl });
  await admin.connect();
  await admin.query(`alter database "${name}" with allow_connections ${present}`);
  if (!present) {
    await admin.query(
      "select pg_terminate_backend(pid) from pg_stat_activity where datname = $1 and application_name like 'placard delivery%'",
      [name],
    );
  }
  await admin.end();
}

async function isFilled(): Promise<string | null> {
  const { a } = (await (
    await delivery.get(`/a?w=${key}.300`, { headers: { origin: 'https://news.example' } })
  ).json()) as AdsAnswer;
  return a[0]?.t ?? null;
}

async function health(of = delivery): Promise<{ databaseConnected: boolean; spoolBacklogBytes: number }> {
  return ((await (await of.get('/health')).json()) as { data: never }).data;
}

describe('with PostgreSQL away', () => {
  test('ads and events go on, and everything is there when it returns', async () => {
    // The pool's own connection stays: it looks on from inside.
    const observer = await database.pool.connect();
    await soon(async () => expect((await health()).databaseConnected).toBe(true));
    await setDatabase(false);
    await soon(async () => expect((await health()).databaseConnected).toBe(false));
    expect(await health()).toMatchObject({ status: 'degraded', checks: { database: 'away', disk: 'ok' } });
    for (let view = 0; view < 20; view += 1) {
      const token = await isFilled();
      expect(token).not.toBeNull();
      expect((await delivery.get('/e', { method: 'POST', body: `i${token}` })).status).toBe(204);
    }
    expect((await health()).spoolBacklogBytes).toBeGreaterThanOrEqual(20 * 64);
    await observer.query("update campaign set status = 'paused' where id = $1", [campaignId]);
    expect(await isFilled()).not.toBeNull();

    // So long that the change log has been pruned: everything is read anew.
    await observer.query('delete from change_log');
    delivery.setClock(Date.now() + 120_000);
    await setDatabase(true);
    await soon(async () => expect((await health()).spoolBacklogBytes).toBe(0));
    await soon(async () => expect(await isFilled()).toBeNull());
    const { rows } = await observer.query<{ records: number }>(
      'select coalesce(sum(record_count), 0)::int as records from event_batch',
    );
    observer.release();
    expect(rows[0]?.records).toBeGreaterThanOrEqual(20);
  });
});

test('a PostgreSQL that is frozen is away, though its connections stand', async () => {
  const way = await freezable(database.url);
  const other = await runDelivery({ databaseUrl: way.url });
  try {
    await soon(async () => expect((await health(other)).databaseConnected).toBe(true));
    await way.freeze();
    other.setClock(Date.now() + 60_000);
    other.passMs(10_000);
    expect(await health(other)).toMatchObject({ status: 'ok', databaseConnected: true });
    other.passMs(5_000);
    expect(await health(other)).toMatchObject({
      status: 'degraded',
      checks: { database: 'away', disk: 'ok' },
    });
  } finally {
    way.end();
    await other.end();
  }
});
