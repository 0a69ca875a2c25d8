import { createTestDatabase, type TestDatabase } from '@placard/db/testing/database';
import { seededRandom } from '@placard/db/testing/seeded-random';
import { blockedBy } from '@placard/domain/decision/gates';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeWorld, type World } from '../../settlement/testing/world.ts';
import {
  type AssignedCreative,
  type BlockLists,
  blocksAt,
  loadBlocks,
  loadServing,
  reachOf,
} from './load-reach.ts';

const SIZES = [
  [300, 250],
  [728, 90],
  [320, 50],
  [160, 600],
] as const;
const HOSTS = ['shop.example', 'www.shop.example', 'other.example', null];
const CATEGORIES = ['travel', 'none'];

let database: TestDatabase;
let world: World;

beforeAll(async () => {
  database = await createTestDatabase();
  world = await makeWorld(database.db, { advertisers: [], widgetsOfPublishers: [5, 4, 3, 2] });
});
afterAll(async () => {
  await database.drop();
});

type Some = <Value>(values: readonly Value[], share: number) => Value[];

async function makeNetwork(random: () => number, some: Some): Promise<void> {
  await database.pool.query('truncate widget_size, website_block, widget_block');
  await database.pool.query("update widget set status = 'active'");
  await database.pool.query("update website set status = 'active'");
  for (const { id, websiteId } of world.widgets) {
    for (const [position, [width, height]] of some(SIZES, 0.5).entries()) {
      await database.pool.query(
        'insert into widget_size (widget_id, position, width_px, height_px) values ($1, $2, $3, $4)',
        [id, position, width, height],
      );
    }
    const block = async (table: 'widget' | 'website', of: number) => {
      const [kind, value] = [
        ['advertiser_domain', 'shop.example'],
        ['advertiser_domain', 'www.shop.example'],
        ['category', 'travel'],
        ['category', 'none'],
        ['creative', '3'],
      ][Math.floor(random() * 5)] ?? ['', ''];
      await database.pool.query(
        `insert into ${table}_block (${table}_id, kind, value) values ($1, $2, $3) on conflict do nothing`,
        [of, kind, value],
      );
    };
    if (random() < 0.3) await block('widget', id);
    if (random() < 0.1) await block('website', websiteId);
    if (random() < 0.15)
      await database.pool.query("update widget set status = 'suspended' where id = $1", [id]);
  }
}

/** Widget by widget. */
async function plainReach(
  creatives: readonly AssignedCreative[],
  lists: BlockLists,
  category: string | null,
) {
  const { rows } = await sql<{ widget_id: number; website_id: number; sizes: string[] }>`
    select g.id as widget_id, g.website_id, array_agg(z.width_px || 'x' || z.height_px) as sizes
      from widget g join widget_size z on z.widget_id = g.id where g.status = 'active' group by g.id`.execute(
    database.db,
  );
  const active = creatives.filter(({ status }) => status === 'active');
  const reach = { fittingWidgets: 0, blockingWidgets: 0 };
  for (const { widget_id: widgetId, website_id: websiteId, sizes } of rows) {
    const fitting = active.filter(({ widthPx, heightPx }) => sizes.includes(`${widthPx}x${heightPx}`));
    if (fitting.length === 0) continue;
    reach.fittingWidgets += 1;
    const blocks = blocksAt(lists, websiteId, widgetId);
    const isBlocked = fitting.every(
      ({ id, host }) =>
        blocks !== null && blockedBy(blocks, { creativeId: id, advertiserHost: host, category }),
    );
    if (isBlocked) reach.blockingWidgets += 1;
  }
  return reach;
}

it('counts widgets that fit and those that refuse as one would widget by widget', async () => {
  const random = seededRandom(5);
  const some: Some = (values, share) => values.filter(() => random() < share);
  const told = { fitting: 0, blocking: 0 };
  for (let round = 0; round < 12; round += 1) {
    await makeNetwork(random, some);
    const creatives = [1, 2, 3, 4].map((id): AssignedCreative => {
      const [widthPx, heightPx] = SIZES[Math.floor(random() * SIZES.length)] ?? [300, 250];
      return {
        ...{ adSetId: 1, id, name: `Creative ${id}`, widthPx, heightPx },
        status: random() < 0.8 ? 'active' : 'pending',
        host: HOSTS[Math.floor(random() * HOSTS.length)] ?? null,
      };
    });
    const category = CATEGORIES[Math.floor(random() * 3)] ?? null;
    const lists = await loadBlocks(database.db, creatives, category);
    const serving = await loadServing(database.db, creatives, lists);
    // Of an ad set with some of the campaign's creatives.
    for (const assigned of [creatives, creatives.slice(0, 1), creatives.slice(2)]) {
      const reach = reachOf(assigned, serving, lists, category);
      expect(reach).toEqual(await plainReach(assigned, lists, category));
      told.fitting += reach.fittingWidgets;
      told.blocking += reach.blockingWidgets;
    }
  }
  expect(told.fitting).toBeGreaterThan(100);
  expect(told.blocking).toBeGreaterThan(10);
});

it('has one row for widgets without lists that have the same sizes, however many they are', async () => {
  await database.pool.query('truncate widget_size, website_block, widget_block');
  await database.pool.query("update widget set status = 'active'");
  for (const { id } of world.widgets) {
    await database.pool.query(
      'insert into widget_size (widget_id, position, width_px, height_px) values ($1, 0, 728, 90), ($1, 1, 300, 250)',
      [id],
    );
  }
  const creative = { adSetId: 1, id: 1, name: 'One', status: 'active' as const, host: null };
  const creatives = [
    { ...creative, widthPx: 300, heightPx: 250 },
    { ...creative, id: 2, widthPx: 728, heightPx: 90 },
  ];
  const nothing = { websites: new Map(), widgets: new Map() };
  expect(await loadServing(database.db, creatives, nothing)).toEqual([
    { blocking: null, sizes: ['300x250', '728x90'], widgets: world.widgets.length },
  ]);
});
