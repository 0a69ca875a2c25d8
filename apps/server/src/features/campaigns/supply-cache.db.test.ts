import { Readable } from 'node:stream';
import { createTestDatabase, type TestDatabase } from '@placard/db/testing/database';
import { soon } from '@placard/db/testing/soon';
import pg from 'pg';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { makeWorld, type World } from '../../settlement/testing/world.ts';
import { TEST_NOW, testDeps } from '../testing/fixtures.ts';
import { SupplyCache } from './supply-cache.ts';

const MINUTE_MS = 60_000;
/** What analytics answers of one widget, country and device. */
const CELL_BYTES = 15;

let database: TestDatabase;
let world: World;
let nowMs: number;
beforeAll(async () => {
  database = await createTestDatabase();
  world = await makeWorld(database.db, { advertisers: [], widgetsOfPublishers: [2, 1] });
});
afterAll(async () => {
  await database.drop();
});

/** A cache over analytics that answers with requests of these widgets, or fails. */
function cacheOf(answer: () => readonly number[]) {
  let questions = 0;
  const exec = async ({ query }: { readonly query: string }) => {
    if (!query.includes('widget_id'))
      return { stream: Readable.from([Buffer.alloc(query.includes('letters') ? 0 : 24)]) };
    questions += 1;
    const ids = answer();
    const cells = Buffer.alloc(ids.length * CELL_BYTES);
    for (const [cell, id] of ids.entries()) {
      cells.writeUInt32LE(id, cell * CELL_BYTES);
      cells.writeUInt8(1, cell * CELL_BYTES + 7);
    }
    return { stream: Readable.from([cells]) };
  };
  const analytics = { client: { exec } } as never;
  nowMs = TEST_NOW.getTime();
  const cache = new SupplyCache({ ...testDeps(database.db), clock: () => new Date(nowMs), analytics });
  return { cache, asked: () => questions };
}
const widgets = () => world.widgets.map(({ id }) => id);

it('of a network without traffic is kept for a minute, and whoever comes then gets the new one', async () => {
  let ids: number[] = [];
  const { cache, asked } = cacheOf(() => ids);
  const empty = await cache.get();
  ids = widgets();
  nowMs += MINUTE_MS - 1;
  expect(await cache.get()).toBe(empty);
  nowMs += 1;
  expect((await cache.get()).cells.requests).toHaveLength(3);
  expect(asked()).toBe(2);
});

it('that cannot be read again is given once more, and then it is the fault', async () => {
  let fails = false;
  const { cache, asked } = cacheOf(() => {
    if (fails) throw new Error('analytics is away');
    return widgets();
  });
  const first = await cache.get();
  fails = true;
  nowMs += 10 * MINUTE_MS - 1;
  expect(await cache.get()).toBe(first);
  expect(asked()).toBe(1);
  nowMs += 1;
  expect(await cache.get()).toBe(first);
  await soon(async () => await expect(cache.get()).rejects.toThrow('analytics is away'));
  fails = false;
  expect((await cache.get()).cells.requests).toHaveLength(3);
});

it('is of another day once that begins', async () => {
  const { cache, asked } = cacheOf(widgets);
  nowMs = Date.parse('2026-05-13T23:59:59.999Z');
  const yesterday = await cache.get();
  expect(new Date(yesterday.untilMs).toISOString()).toBe('2026-05-13T00:00:00.000Z');
  nowMs += 1;
  expect(new Date((await cache.get()).untilMs).toISOString()).toBe('2026-05-14T00:00:00.000Z');
  expect(asked()).toBe(2);
});

it('is of what may be filled: widgets, websites and publishers that are active', async () => {
  const found = async () =>
    (await cacheOf(widgets).cache.get()).cells.widgets.map(({ widgetId }) => widgetId);
  const [first = 0, second = 0, third = 0] = widgets();
  expect((await found()).toSorted((a, b) => a - b)).toEqual([first, second, third]);
  const [own, other] = [world.widgets[0], world.widgets[2]];
  const changes = [
    ['widget', 'suspended', first, [second, third]],
    ['website', 'pending', own?.websiteId, [third]],
    ['account', 'suspended', other?.publisherId, [first, second]],
  ] as const;
  for (const [table, status, id, left] of changes) {
    await database.pool.query(`update ${table} set status = $2 where id = $1`, [id, status]);
    expect(
      (await found()).toSorted((a, b) => a - b),
      table,
    ).toEqual(left);
    await database.pool.query(`update ${table} set status = 'active' where id = $1`, [id]);
  }
});

it('asks for a thousand widgets at a time', async () => {
  const ids = Array.from({ length: 2_001 }, (_, index) => index + 1);
  const query = vi.spyOn(pg.Client.prototype, 'query');
  try {
    await cacheOf(() => ids).cache.get();
    const calls: readonly (readonly unknown[])[] = query.mock.calls;
    const sizes = calls.flatMap(([, parameters]) => {
      const asked: unknown = Array.isArray(parameters) ? parameters[0] : null;
      return Array.isArray(asked) ? [asked.length] : [];
    });
    expect(sizes).toEqual([1_000, 1_000, 1]);
  } finally {
    query.mockRestore();
  }
});
