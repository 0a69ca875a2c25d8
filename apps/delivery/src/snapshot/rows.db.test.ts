import { createTestDatabase, type TestDatabase } from '@placard/db/testing/database';
import type { ClientBase } from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { insertServing } from '../testing/network.ts';
import { type NetworkRows, readAll, readClickCounts } from './rows.ts';

let database: TestDatabase;
let ids: { readonly adSets: number[]; readonly widgets: number[] };

beforeAll(async () => {
  database = await createTestDatabase();
  ids = { adSets: [], widgets: [] };
  for (let made = 0; made < 3; made += 1) {
    const { adSetId, campaignId, widget } = await insertServing(database.pool);
    ids.adSets.push(adSetId);
    ids.widgets.push(widget.id);
    await database.pool.query("update campaign set objective = 'TRAFFIC' where id = $1", [campaignId]);
    await database.pool.query(
      `insert into ad_set_spend (ad_set_id, impression_count, click_count) values ($1, $2, $3)
       on conflict (ad_set_id) do update set impression_count = $2, click_count = $3`,
      [adSetId, 1_000 * (made + 1), made],
    );
  }
});
afterAll(async () => {
  await database.drop();
});

async function connected<Result>(act: (client: ClientBase) => Promise<Result>): Promise<Result> {
  const client = await database.pool.connect();
  try {
    return await act(client);
  } finally {
    client.release();
  }
}

const inTransaction = async (client: ClientBase) => {
  const { rows } = await client.query<{ own: boolean }>(
    'select now() <> statement_timestamp() or pg_current_xact_id_if_assigned() is not null as own',
  );
  return rows[0]?.own;
};

describe('rows for the ad server', () => {
  test('come in parts of so many, all of every table', async () => {
    const parts = await connected(async (client) => {
      await client.query('begin transaction isolation level repeatable read read only');
      const read: Partial<NetworkRows>[] = [];
      for await (const part of readAll(client, 2)) read.push(part);
      await client.query('rollback');
      return read;
    });
    const sizes = (table: keyof NetworkRows) =>
      parts.flatMap(({ [table]: rows }) => (rows === undefined ? [] : [rows.length]));
    expect(sizes('adSets')).toEqual([2, 1]);
    expect(sizes('creatives')).toEqual([2, 1]);
    expect(sizes('campaigns')).toEqual([2, 1]);
    expect(sizes('websites')).toEqual([2, 1]);
    expect(Math.max(...sizes('accounts'))).toBe(2);
    const [one, other] = parts.flatMap(({ adSets = [] }) => adSets);
    // Equal lists are one, whichever part brought them.
    expect(other?.devices).toBe(one?.devices);
    expect(other?.daysOfWeek).toBe(one?.daysOfWeek);
    const found = parts.flatMap(({ widgets = [] }) => widgets.map(({ id }) => id));
    expect(found.toSorted((a, b) => a - b)).toEqual(ids.widgets);
  });

  test('counts of clicks come in parts, and leave no transaction behind, whenever the reader leaves', async () => {
    await connected(async (client) => {
      const read: number[][] = [];
      for await (const rows of readClickCounts(client, 2)) {
        read.push(rows.map(({ impressions }) => impressions));
      }
      expect(read.map((rows) => rows.length)).toEqual([2, 1]);
      expect(read.flat().toSorted((a, b) => a - b)).toEqual([1_000, 2_000, 3_000]);
      expect(await inTransaction(client)).toBe(false);
      for await (const rows of readClickCounts(client, 1)) {
        expect(rows).toHaveLength(1);
        break;
      }
      expect(await inTransaction(client)).toBe(false);
    });
  });
});
