import { createTestDatabase, type TestDatabase } from '@placard/db/testing/database';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { foldSpend } from './fold-spend.ts';
import { Settler } from './settler.ts';
import { bodyOf, type EventSpec, makeWorld, shipBatch } from './testing/world.ts';

const NOON = Date.UTC(2026, 10, 21, 12);
let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(async () => await database.drop());

it('keeps what each settlement charged apart until it is folded, once, and the lines are the same before and after', async () => {
  const { pool } = database;
  const world = await makeWorld(database.db, {
    advertisers: [
      {
        timeZone: 'UTC',
        walletMicros: 1_000_000_000n,
        campaigns: [{ totalBudgetMicros: 1_000_000_000n, adSets: [{ totalBudgetMicros: 1_000_000_000n }] }],
      },
    ],
    widgetsOfPublishers: [2],
  });
  const settler = new Settler({ clock: () => new Date(NOON + 60_000) });
  const client = await pool.connect();
  let spoolOffset = 0;
  const settle = async (from: number, to: number) => {
    const events = Array.from({ length: to - from }, (_, index): EventSpec[] => {
      const event = {
        ...{ decidedAtMs: NOON, shard: 1, sequence: from + index, priceMicros: 3_000_000, shareBp: 3_333 },
        adSetId: world.adSets[0]?.id ?? 0,
        widgetId: world.widgets[index % 2]?.id ?? 0,
      };
      return [
        { ...event, kind: 'impression', eventAtMs: NOON + 100 },
        { ...event, kind: 'viewable', eventAtMs: NOON + 5_000 },
      ];
    }).flat();
    const body = bodyOf(events);
    await shipBatch(pool, {
      shard: 1,
      spoolOffset,
      body,
      recordCount: events.length,
      receivedAt: new Date(NOON),
    });
    spoolOffset += body.byteLength;
    await settler.settleOnce(client);
  };
  const linesOf = async (table: 'spend_line' | 'spend_day') =>
    (
      await pool.query(
        `select day, ad_set_id, widget_id, sum(charged_micros)::int as charged, sum(publisher_micros)::int as publisher,
                sum(network_micros)::int as network, count(*)::int as lines from ${table} group by 1, 2, 3 order by 3`,
      )
    ).rows;
  const sums = (rows: { charged: number; publisher: number; network: number }[]) =>
    rows.map(({ charged, publisher, network }) => [charged, publisher, network]);
  try {
    await settle(0, 10);
    await settle(10, 30);
    const before = await linesOf('spend_line');
    expect(sums(before)).toEqual([
      [45_000, 14_985, 30_015],
      [45_000, 14_985, 30_015],
    ]);
    expect(before.map((line) => [line.day, line.lines])).toEqual([
      ['2026-11-21', 2],
      ['2026-11-21', 2],
    ]);
    expect(await linesOf('spend_day')).toEqual([]);
    expect(await foldSpend(client)).toBe(2);
    expect(sums(await linesOf('spend_line'))).toEqual(sums(before));
    expect(await linesOf('spend_day')).toEqual(await linesOf('spend_line'));
    expect(await foldSpend(client)).toBe(0);
    await settle(30, 32);
    await client.query('begin');
    expect(await foldSpend(client)).toBe(2);
    // Each line by the key: the table was empty when the fold was planned, and read as a whole it would be once for each line.
    const { rows: read } = await client.query(
      "select pg_stat_get_xact_numscans('spend_day'::regclass)::int as whole",
    );
    expect(read).toEqual([{ whole: 0 }]);
    await client.query('commit');
    expect(sums(await linesOf('spend_day'))).toEqual([
      [48_000, 15_984, 32_016],
      [48_000, 15_984, 32_016],
    ]);
  } finally {
    client.release();
  }
});
