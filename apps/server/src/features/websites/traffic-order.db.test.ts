import { createTestDatabase, type TestDatabase } from '@placard/db/testing/database';
import type { WebsiteStatus } from '@placard/domain/website/status';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Actor } from '../../deps.ts';
import { createActor, TEST_NOW, type TestDeps, testDeps } from '../testing/fixtures.ts';
import { listWebsites } from './list-websites.ts';
import { getWebsite } from './website-record.ts';

const COUNT = 60;
const PAGE_SIZE = 7;

type Site = { readonly id: number; readonly traffic: number; readonly status: WebsiteStatus };

let database: TestDatabase;
let deps: TestDeps;
let me: Actor;
let sites: readonly Site[];

/** The database's id of website `n`, its status, and what the list is to show of it: repeated figures in both kinds. */
async function addSite(n: number): Promise<Site> {
  const status = n % 11 === 0 ? 'archived' : n % 5 === 0 ? 'pending' : 'active';
  const declared = 1 + (n % 9);
  const { rows } = await database.pool.query<{ id: number }>(
    `insert into website (publisher_id, domain, categories, monthly_traffic, status, analytics_key)
     values ($1, $2, '{pets}', $3, $4, $5) returning id`,
    [me.accountId, `site-${n}.example`, declared, status, `traffic-website-${String(n).padStart(6, '0')}`],
  );
  const id = rows[0]?.id ?? 0;
  const views = async (daysAgo: number, count: number) =>
    await database.pool.query(
      `insert into website_traffic_day
       values ($1, ($2::timestamptz at time zone 'UTC')::date - $3::int, $4)`,
      [id, TEST_NOW, daysAgo, count],
    );
  // Older than the 30 days, or none: not measured.
  await views(30, 1_000);
  if (n % 3 === 1) await views(29, 0);
  if (n % 3 !== 0) return { id, traffic: declared, status };
  const counted = 1 + (n % 8);
  await views(29, counted);
  await views(0, 2);
  return { id, traffic: counted + 2, status };
}

beforeAll(async () => {
  database = await createTestDatabase();
  deps = testDeps(database.db);
  me = await createActor(database.db, ['publisher']);
  const added: Site[] = [];
  for (let n = 0; n < COUNT; n += 1) added.push(await addSite(n));
  sites = added;
  const other = await createActor(database.db, ['publisher']);
  await database.pool.query(
    `insert into website (publisher_id, domain, categories, monthly_traffic, status, analytics_key)
     values ($1, 'other.example', '{pets}', 5, 'active', 'traffic-website-other')`,
    [other.accountId],
  );
});
afterAll(async () => {
  await database.drop();
});

const inOrder = (kept: (site: Site) => boolean) =>
  sites
    .filter(kept)
    .sort((a, b) => a.traffic - b.traffic || a.id - b.id)
    .map((site) => site.id);

async function allPages(query: object): Promise<number[]> {
  const ids: number[] = [];
  for (let page = 1; ; page += 1) {
    const { items, total } = await listWebsites(deps, me, { page, pageSize: PAGE_SIZE, ...query });
    ids.push(...items.map((item) => item.id));
    if (page * PAGE_SIZE >= total) return ids;
  }
}

describe('websites by traffic', () => {
  it.each<[string, object, (site: Site) => boolean]>([
    ['all', {}, (site) => site.status !== 'archived'],
    ['of a status', { status: 'pending' }, (site) => site.status === 'pending'],
    ['deleted ones', { status: 'archived' }, (site) => site.status === 'archived'],
    ['a search', { search: 'site-1' }, ({ id, status }) => status !== 'archived' && found(id)],
  ])('%s, page by page, either way, measured or declared', async (_name, query, kept) => {
    const expected = inOrder(kept);
    expect(expected.length).toBeGreaterThan(3);
    expect(await allPages({ ...query, sort: 'traffic' })).toEqual(expected);
    expect(await allPages({ ...query, sort: '-traffic' })).toEqual(expected.toReversed());
  });

  it('the total shows the same figures', async () => {
    const { stats } = await listWebsites(deps, me, { page: 1, pageSize: 1 });
    const shown = sites.filter(({ status }) => status !== 'archived');
    expect(stats.totalTraffic).toBe(shown.reduce((sum, { traffic }) => sum + traffic, 0));
  });

  it('one page view alone is measured', async () => {
    const declared = sites.find(({ id, status }) => status === 'active' && !found(id));
    const id = declared?.id ?? 0;
    const shown = async () => {
      const { traffic, trafficSource } = await getWebsite(deps, me, { id });
      return [traffic, trafficSource];
    };
    const views = 'delete from website_traffic_day where website_id = $1';
    await database.pool.query(views, [id]);
    const { monthlyTraffic } = await getWebsite(deps, me, { id });
    expect(await shown()).toEqual([monthlyTraffic, 'declared']);
    const whole = async () => (await listWebsites(deps, me, { page: 1, pageSize: 1 })).stats.totalTraffic;
    const before = await whole();
    await database.pool.query(
      "insert into website_traffic_day values ($1, ($2::timestamptz at time zone 'UTC')::date, 1)",
      [id, TEST_NOW],
    );
    expect(await shown()).toEqual([1, 'measured']);
    expect(await whole()).toBe(before - monthlyTraffic + 1);
    const ofOne = (await listWebsites(deps, me, { page: 1, pageSize: 50, sort: 'traffic' })).items;
    expect(ofOne.map(({ traffic }) => traffic)).toEqual(
      ofOne.map(({ traffic }) => traffic).toSorted((a, b) => a - b),
    );
  });
});

/** Whether the website's domain begins with `site-1`. */
function found(id: number): boolean {
  return String(sites.findIndex((site) => site.id === id)).startsWith('1');
}
