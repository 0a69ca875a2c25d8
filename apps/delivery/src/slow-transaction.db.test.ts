import type { AdsAnswer } from '@placard/contract/wire/tag-protocol';
import { createTestDatabase } from '@placard/db/testing/database';
import { soon } from '@placard/db/testing/soon';
import { expect, it } from 'vitest';
import { insertServing } from './testing/network.ts';
import { runDelivery } from './testing/running-delivery.ts';

it('a campaign is stopped although somebody else’s transaction has been under way since before', async () => {
  const database = await createTestDatabase();
  const serving = await insertServing(database.pool, { domain: 'news.example' });
  const delivery = await runDelivery({ databaseUrl: database.url });
  const headers = { origin: 'https://news.example' };
  const isFilled = async () => {
    const answer = await delivery.get(`/a?w=${serving.widget.key}.300`, { headers });
    return ((await answer.json()) as AdsAnswer).a[0] != null;
  };
  const other = await database.pool.connect();
  try {
    await soon(async () => expect(await isFilled()).toBe(true));
    await other.query('begin');
    await other.query('select pg_current_xact_id()');
    await database.pool.query("update campaign set status = 'paused'");
    await soon(async () => expect(await isFilled()).toBe(false));
  } finally {
    await other.query('rollback');
    other.release();
    await delivery.end();
    await database.drop();
  }
});
