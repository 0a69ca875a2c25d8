import { createTestDatabase, type TestDatabase } from '@placard/db/testing/database';
import type { NamedWebsiteCategory } from '@placard/domain/website/categories';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Actor } from '../../deps.ts';
import { createActor, refusalOf, type TestDeps, testDeps } from '../testing/fixtures.ts';
import { createWidget } from '../widgets/edit-widget.ts';
import { actOnWebsite, createWebsite, updateWebsite } from './edit-website.ts';
import { listWebsites } from './list-websites.ts';
import { getWebsite } from './website-record.ts';

let database: TestDatabase;
let deps: TestDeps;
let me: Actor;
let other: Actor;
let names = 0;

beforeAll(async () => {
  database = await createTestDatabase();
  deps = testDeps(database.db);
});
afterAll(async () => {
  await database.drop();
});
beforeEach(async () => {
  me = await createActor(database.db, ['publisher'], 'Asia/Tokyo');
  other = await createActor(database.db, ['publisher']);
});

function siteInput(domain?: string) {
  names += 1;
  return {
    domain: domain ?? `site-${names}.example`,
    categories: ['politics' as const, 'travel' as const],
    traffic: { range: '10000_50000' as const },
  };
}

const code = async (work: Promise<unknown>) => (await refusalOf(work)).code;

async function set(
  id: number,
  values: { status: 'active' | 'rejected' | 'suspended'; suspended_by?: 'operator' },
) {
  await database.db.updateTable('website').set(values).where('id', '=', id).execute();
}

describe('create', () => {
  it('is under review, with its domain in its plain form', async () => {
    const website = await createWebsite(deps, me, siteInput('WWW.Harbour-News.example'));
    expect(website).toMatchObject({
      domain: 'harbour-news.example',
      status: 'pending',
      trafficRange: '10000_50000',
      monthlyTraffic: 10_000,
      adsTxt: 'unknown',
      actions: ['edit', 'delete'],
    });
    const custom = await createWebsite(deps, me, { ...siteInput(), traffic: { custom: 1_234 } });
    expect(custom).toMatchObject({ trafficRange: null, monthlyTraffic: 1_234 });
    expect(custom.analyticsKey).not.toBe(website.analyticsKey);
  });

  it('refuses public suffixes and taken domains, also for two at once and for somebody else', async () => {
    const suffix = await refusalOf(createWebsite(deps, me, siteInput('github.io')));
    expect(suffix.issues?.[0]).toMatchObject({ path: 'domain', code: 'domain_public_suffix' });
    const results = await Promise.allSettled(
      [me, other, me].map(async (actor) => await createWebsite(deps, actor, siteInput('one-only.example'))),
    );
    expect(results.filter((one) => one.status === 'fulfilled')).toHaveLength(1);
    const taken = await refusalOf(createWebsite(deps, other, siteInput('www.one-only.example')));
    expect([taken.code, taken.message]).toEqual(['domain_taken', 'This domain has already been registered.']);
  });

  it('a deleted website frees its domain', async () => {
    const first = await createWebsite(deps, me, siteInput('moved.example'));
    await actOnWebsite(deps, me, { id: first.id, action: 'delete' });
    expect((await createWebsite(deps, other, siteInput('moved.example'))).id).not.toBe(first.id);
  });
});

describe('list', () => {
  it('filters, sorts and counts only the account’s own', async () => {
    const a = await createWebsite(deps, me, { ...siteInput('a-list.example'), traffic: { custom: 7 } });
    const b = await createWebsite(deps, me, siteInput('b-list.example'));
    const gone = await createWebsite(deps, me, siteInput('c-list.example'));
    await createWebsite(deps, other, siteInput('d-list.example'));
    await actOnWebsite(deps, me, { id: gone.id, action: 'delete' });
    await set(b.id, { status: 'active' });
    await createWidget(deps, me, {
      websiteId: b.id,
      type: 'banner',
      name: 'Top',
      headingTitle: null,
      sizes: [{ width: 728, height: 90 }],
      floorCpm: null,
      fallbackHtml: '',
      lazy: true,
    });
    const list = await listWebsites(deps, me, { page: 1, pageSize: 10, sort: 'monthlyTraffic' });
    expect(list.items.map((item) => [item.id, item.widgetCount])).toEqual([
      [a.id, 0],
      [b.id, 1],
    ]);
    expect([list.total, list.stats]).toEqual([2, { total: 2, active: 1, totalTraffic: 10_007 }]);
    const ask = async (query: object) =>
      (await listWebsites(deps, me, { page: 1, pageSize: 10, ...query })).items.map((item) => item.id);
    expect(await ask({ search: 'B-LIST' })).toEqual([b.id]);
    expect(await ask({ status: 'archived' })).toEqual([gone.id]);
    expect(await ask({ createdFrom: '2026-05-13', createdTo: '2026-05-13', sort: 'domain' })).toEqual([
      a.id,
      b.id,
    ]);
    expect(await ask({ createdFrom: '2026-05-14' })).toEqual([]);
  });
});

describe('update', () => {
  it('keeps the status of an active one and submits a rejected one again', async () => {
    const { id } = await createWebsite(deps, me, siteInput());
    const input = { ...siteInput(), id, categories: ['pets' as const] };
    await set(id, { status: 'active' });
    expect(await updateWebsite(deps, me, { ...input, version: 1 })).toMatchObject({
      status: 'active',
      categories: ['pets'],
      version: 2,
    });
    await database.db
      .updateTable('website')
      .set({ status: 'rejected', rejection_code: 'other', rejection_text: 'Add an imprint' })
      .where('id', '=', id)
      .execute();
    const rejected = await getWebsite(deps, me, { id });
    expect(rejected).toMatchObject({
      rejection: { code: 'other', text: 'Add an imprint' },
      actions: ['edit', 'delete'],
    });
    expect(await updateWebsite(deps, me, { ...input, version: 2 })).toMatchObject({
      status: 'pending',
      rejection: null,
    });
  });

  it('keeps a category that is not offered any more, and lets none take it up', async () => {
    const { id } = await createWebsite(deps, me, siteInput());
    const { traffic } = siteInput();
    const save = async (version: number, ...categories: NamedWebsiteCategory[]) =>
      await updateWebsite(deps, me, { id, version, categories, traffic });
    const taken = await refusalOf(save(1, 'pets', 'news_and_politics'));
    expect(taken.issues?.map((one) => [one.path, one.code])).toEqual([['categories.1', 'category_retired']]);
    // As an installation holds it that was made before the list changed.
    await database.pool.query("update website set categories = '{news_and_politics,travel}' where id = $1", [
      id,
    ]);
    expect(await getWebsite(deps, me, { id })).toMatchObject({ categories: ['news_and_politics', 'travel'] });
    await database.pool.query(
      "update website set categories = '{before_all,news_and_politics}' where id = $1",
      [id],
    );
    expect(await getWebsite(deps, me, { id })).toMatchObject({ categories: ['news_and_politics'] });
    expect(await save(1, 'news_and_politics', 'pets')).toMatchObject({
      categories: ['news_and_politics', 'pets'],
    });
    expect(await save(2, 'politics')).toMatchObject({ categories: ['politics'] });
    expect((await refusalOf(save(3, 'news_and_politics'))).code).toBe('invalid_input');
  });

  it('keeps ads of one category apart where the publisher says so, until it says otherwise', async () => {
    const { id, separateCategories } = await createWebsite(deps, me, siteInput());
    expect(separateCategories).toBe(false);
    const input = { ...siteInput(), id };
    const on = await updateWebsite(deps, me, { ...input, version: 1, separateCategories: true });
    expect(on).toMatchObject({ separateCategories: true, version: 2 });
    expect(await updateWebsite(deps, me, { ...input, version: 2 })).toMatchObject({
      separateCategories: true,
    });
    const off = await updateWebsite(deps, me, { ...input, version: 2, separateCategories: false });
    expect(off).toMatchObject({ separateCategories: false, version: 3 });
  });

  it('refuses an old version, another’s website and a deleted one', async () => {
    const { id } = await createWebsite(deps, me, siteInput());
    const input = { ...siteInput(), id, version: 1 };
    expect(await code(updateWebsite(deps, me, { ...input, version: 2 }))).toBe('conflict_version');
    expect(await code(updateWebsite(deps, other, input))).toBe('website_not_found');
    expect(await code(getWebsite(deps, other, { id }))).toBe('website_not_found');
    expect(await code(actOnWebsite(deps, other, { id, action: 'delete' }))).toBe('website_not_found');
    await actOnWebsite(deps, me, { id, action: 'delete' });
    expect(await code(updateWebsite(deps, me, { ...input, version: 2 }))).toBe('conflict_status');
  });
});

describe('what an edit writes', () => {
  const log = async (id: number) => {
    const { rows } = await database.pool.query(
      "select action, detail from audit_log where subject_kind = 'website' and subject_id = $1 order by id",
      [id],
    );
    return rows.map(({ action, detail }) => [action, detail]);
  };

  it('is what changed, once, and nothing where nothing did; of two at once the second is told', async () => {
    const { id } = await createWebsite(deps, me, siteInput('log.example'));
    const same = { ...siteInput(), id, version: 1 };
    expect((await updateWebsite(deps, me, same)).version).toBe(1);
    const input = { ...same, categories: ['pets' as const, 'pets' as const], traffic: { custom: 77 } };
    const two = await Promise.allSettled([updateWebsite(deps, me, input), updateWebsite(deps, me, input)]);
    expect(two.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    expect(two.find((one) => one.status === 'rejected')?.reason).toMatchObject({ code: 'conflict_version' });
    expect(await getWebsite(deps, me, { id })).toMatchObject({
      ...{ categories: ['pets'], trafficRange: null, monthlyTraffic: 77, version: 2 },
    });
    await actOnWebsite(deps, me, { id, action: 'delete' });
    expect(await log(id)).toEqual([
      ['website.create', { domain: 'log.example' }],
      [
        'website.edit',
        {
          categories: { before: ['politics', 'travel'], after: ['pets'] },
          traffic_range: { before: '10000_50000', after: null },
          monthly_traffic: { before: 10_000, after: 77 },
        },
      ],
      ['website.delete', { status: { before: 'pending', after: 'archived' } }],
    ]);
  });

  it('of a rejected one submits it again, also where nothing changed', async () => {
    const { id } = await createWebsite(deps, me, siteInput());
    await database.pool.query(
      "update website set status = 'rejected', rejection_code = 'other', rejection_text = 'No' where id = $1",
      [id],
    );
    const again = await updateWebsite(deps, me, { ...siteInput(), id, version: 1 });
    expect(again).toMatchObject({ status: 'pending', rejection: null, version: 2 });
    expect((await log(id)).at(-1)).toEqual([
      'website.resubmit',
      { status: { before: 'rejected', after: 'pending' } },
    ]);
  });

  it('by the website’s act names its status where that cannot be, and ends what the operator said of it', async () => {
    const { id } = await createWebsite(deps, me, siteInput());
    const act = async (action: 'suspend' | 'activate' | 'delete') =>
      await actOnWebsite(deps, me, { id, action });
    expect((await refusalOf(act('suspend'))).message).toMatch(/pending now.* suspended/);
    await set(id, { status: 'active' });
    expect((await refusalOf(act('activate'))).message).toMatch(/active now.* activated/);
    await database.pool.query(
      "update website set status = 'suspended', suspended_by = 'operator', suspension_text = 'Spam' where id = $1",
      [id],
    );
    expect(await getWebsite(deps, me, { id })).toMatchObject({
      suspendedBy: 'operator',
      suspensionText: 'Spam',
    });
    expect(await act('delete')).toMatchObject({ suspendedBy: null, suspensionText: null, actions: [] });
    expect((await refusalOf(act('delete'))).message).toMatch(/deleted/);
    expect((await refusalOf(updateWebsite(deps, me, { ...siteInput(), id, version: 2 }))).message).toMatch(
      /edited/,
    );
  });
});

describe('what shows that a domain is its publisher’s', () => {
  it('is the first check that found our line while it is there, else the code from a page of its own', async () => {
    const { id } = await createWebsite(deps, me, siteInput());
    const owned = async () => (await getWebsite(deps, me, { id })).ownership;
    const check = async (day: number, result: string) =>
      await database.pool.query(
        `insert into ads_txt_check (website_id, checked_at, result, found) values ($1, $2, $3, '{}')`,
        [id, `2026-05-0${day}T00:00:00Z`, result],
      );
    const say = async (result: string) =>
      await database.pool.query(
        "update website set ads_txt_result = $2, ads_txt_checked_at = '2026-05-09' where id = $1",
        [id, result],
      );
    await check(1, 'missing_line');
    await check(3, 'ok');
    await check(2, 'ok');
    expect(await owned()).toBeNull();
    await say('ok');
    expect(await owned()).toEqual({ how: 'ads_txt', at: '2026-05-02T00:00:00.000Z' });
    await database.pool.query(
      `insert into website_code (website_id, first_seen_at, last_seen_at, own_domain_at)
       values ($1, '2026-04-01', '2026-05-01', '2026-04-02T00:00:00Z')`,
      [id],
    );
    expect((await owned())?.how).toBe('ads_txt');
    await say('missing_line');
    expect(await owned()).toEqual({ how: 'analytics_code', at: '2026-04-02T00:00:00.000Z' });
  });
});

describe('more websites than a search counts', () => {
  it('are all there by the tally; searched they are counted as far as a thousand, in every order', async () => {
    const many = await createActor(database.db, ['publisher']);
    await database.pool.query(
      `insert into website (publisher_id, domain, categories, monthly_traffic, status, analytics_key, created_at)
       select $1, 'wide-' || lpad(n::text, 4, '0') || '.example', '{pets}', n, 'active', gen_random_uuid()::text,
              '2026-01-01'::timestamptz + n * interval '1 second' from generate_series(1, 1001) n`,
      [many.accountId],
    );
    const ask = async (query: object) => {
      const { items, total, more } = await listWebsites(deps, many, { page: 1, pageSize: 2, ...query });
      return [items.map(({ domain }) => domain.slice(5, 9)), total, more];
    };
    for (const sort of ['domain', 'traffic', 'monthlyTraffic', 'createdAt']) {
      expect(await ask({ sort })).toEqual([['0001', '0002'], 1_001, false]);
      expect(await ask({ sort, createdFrom: '2026-01-01' })).toEqual([['0001', '0002'], 1_000, true]);
    }
    expect(await ask({ createdTo: '2026-01-01' })).toEqual([['1001', '1000'], 1_000, true]);
    expect(await ask({ sort: 'status', page: 501 })).toEqual([['1001'], 1_001, false]);
  });
});

describe('suspend and activate', () => {
  it('a publisher lifts only its own suspension', async () => {
    const { id } = await createWebsite(deps, me, siteInput());
    await set(id, { status: 'active' });
    expect(await actOnWebsite(deps, me, { id, action: 'suspend' })).toMatchObject({
      status: 'suspended',
      suspendedBy: 'publisher',
      actions: ['activate', 'edit', 'delete'],
    });
    expect(await actOnWebsite(deps, me, { id, action: 'activate' })).toMatchObject({
      status: 'active',
      suspendedBy: null,
    });
    await set(id, { status: 'suspended', suspended_by: 'operator' });
    const refused = await refusalOf(actOnWebsite(deps, me, { id, action: 'activate' }));
    expect([refused.code, refused.message]).toEqual([
      'conflict_status',
      expect.stringContaining('by the network'),
    ]);
    expect((await getWebsite(deps, me, { id })).actions).toEqual(['edit', 'delete']);
  });
});
