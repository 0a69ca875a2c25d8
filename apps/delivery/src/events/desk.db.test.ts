import { createTestDatabase, type TestDatabase } from '@placard/db/testing/database';
import { soon } from '@placard/db/testing/soon';
import { Client, type PoolClient } from 'pg';
import { pino } from 'pino';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { insertServing, insertWidget } from '../testing/network.ts';
import { Desk } from './desk.ts';

const NOW_MS = Date.UTC(2026, 10, 22, 12);

let database: TestDatabase;
let client: Client;
let other: PoolClient;
const end = new AbortController();

beforeEach(async () => {
  database = await createTestDatabase();
  client = new Client({ connectionString: database.url });
  await client.connect();
  other = await database.pool.connect();
});
afterEach(async () => {
  end.abort();
  await other.query('rollback');
  other.release();
  await client.end();
  await database.drop();
});

it('waits for nobody who keeps a widget locked: what else there is to tell is told', async () => {
  const { websiteId, creative, widget } = await insertServing(database.pool);
  const free = await insertWidget(database.pool, { websiteId });
  let told = 0;
  const tell = async () => {
    told += 1;
  };
  const known = () => ({ networks: 0, fileAtMs: null });
  const desk = new Desk({
    ...{ nowMs: () => NOW_MS, log: pino({ level: 'silent' }), shard: 0 },
    tellers: [{ tell }],
    known,
  });
  await other.query('begin');
  await other.query('select 1 from widget where id = $1 for update', [widget.id]);
  desk.noteSeen([widget.id, free.id]);
  const running = desk.run({ client, signal: end.signal });
  const seen = async () =>
    (await database.pool.query<{ id: number }>('select id from widget where seen_at is not null')).rows;
  await soon(async () => expect([await seen(), told > 0]).toEqual([[{ id: free.id }], true]));

  const report = async (widgetId: number, viewer: number) =>
    await desk.report({
      ...{ creativeId: creative.id, widgetId, reason: 'other', comment: '' },
      ...{ viewerHash: Buffer.alloc(8, viewer), at: new Date(NOW_MS) },
    });
  expect(await Promise.all([report(widget.id, 1), report(free.id, 2)])).toEqual(['away', 'stored']);
  const before = told;
  await soon(() => expect(told).toBeGreaterThan(before));
  await other.query('rollback');
  expect(await report(widget.id, 1)).toBe('stored');
  end.abort();
  await running;
});
