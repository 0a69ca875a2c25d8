import { createTestDatabase, type TestDatabase } from '@placard/db/testing/database';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Actor } from '../../deps.ts';
import { createActor, refusalOf, type TestDeps, testDeps } from '../testing/fixtures.ts';
import { actOnWebsite, createWebsite } from '../websites/edit-website.ts';
import { actOnWidget, createWidget, updateWidget } from './edit-widget.ts';
import { listWidgets } from './list-widgets.ts';
import { getWidget } from './widget-record.ts';

let database: TestDatabase;
let deps: TestDeps;
let me: Actor;
let other: Actor;
let websiteId = 0;
let names = 0;

beforeAll(async () => {
  database = await createTestDatabase();
  deps = testDeps(database.db);
});
afterAll(async () => {
  await database.drop();
});
beforeEach(async () => {
  me = await createActor(database.db, ['publisher']);
  other = await createActor(database.db, ['publisher']);
  websiteId = await activeWebsite(me);
});

async function activeWebsite(actor: Actor): Promise<number> {
  names += 1;
  const input = { domain: `widgets-${names}.example`, categories: ['pets' as const], traffic: { custom: 5 } };
  const { id } = await createWebsite(deps, actor, input);
  await database.db.updateTable('website').set({ status: 'active' }).where('id', '=', id).execute();
  return id;
}

const fields = {
  name: 'Beside the article',
  headingTitle: 'Worth knowing',
  sizes: [
    { width: 300, height: 250 },
    { width: 160, height: 600 },
  ],
  floorCpm: 0.75 as number | null,
  fallbackHtml: '',
  lazy: true,
};
const banner = () => ({ ...fields, type: 'banner' as const, websiteId });
const code = async (work: Promise<unknown>) => (await refusalOf(work)).code;

describe('create', () => {
  it('is active at once and comes with both blocks of code', async () => {
    const widget = await createWidget(deps, me, banner());
    expect(widget).toMatchObject({
      status: 'active',
      type: 'banner',
      sizes: fields.sizes,
      floorCpm: 0.75,
      lazy: true,
      actions: ['suspend', 'edit', 'archive'],
    });
    expect(widget.embedKey).toMatch(/^[0-9A-Za-z]{22}$/);
    expect(widget.code.head).toContain('https://ads.test/sdk.js');
    expect(widget.code.widget).toContain(`data-placard="${widget.embedKey}"`);
  });

  it('refuses a website that is not active and another’s', async () => {
    const theirs = await activeWebsite(other);
    expect(await code(createWidget(deps, me, { ...banner(), websiteId: theirs }))).toBe('website_not_found');
    await actOnWebsite(deps, me, { id: websiteId, action: 'suspend' });
    const error = await refusalOf(createWidget(deps, me, banner()));
    expect([error.code, error.message]).toEqual([
      'website_not_active_create',
      'Cannot create widget: Website is not active',
    ]);
  });
});

describe('content in place of an ad', () => {
  it('is none of a floating widget, which could not be closed over it, when made or edited', async () => {
    const floating = { ...banner(), type: 'floating_sticky_ad' as const };
    const refused = await refusalOf(createWidget(deps, me, { ...floating, fallbackHtml: '<p>' }));
    expect(refused.issues).toMatchObject([{ path: 'fallbackHtml', code: 'fallback_not_floating' }]);
    const { id } = await createWidget(deps, me, floating);
    const edit = { ...fields, websiteId, id, version: 1 };
    expect(await code(updateWidget(deps, me, { ...edit, fallbackHtml: '<p>' }))).toBe('invalid_input');
    expect(await updateWidget(deps, me, { ...edit, name: 'Floats' })).toMatchObject({ name: 'Floats' });
    const other = await createWidget(deps, me, { ...banner(), fallbackHtml: '<p>Read on</p>' });
    expect(other.fallbackHtml).toBe('<p>Read on</p>');
    expect(other.code.widget).toContain('<p>Read on</p>');
  });
});

describe('list', () => {
  it('of one website and of all, filtered', async () => {
    const first = await createWidget(deps, me, { ...banner(), name: 'First' });
    const second = await createWidget(deps, me, { ...banner(), name: 'Second', type: 'native' });
    const elsewhere = await activeWebsite(me);
    const third = await createWidget(deps, me, { ...banner(), websiteId: elsewhere, name: 'Third' });
    await actOnWidget(deps, me, { websiteId, id: second.id, action: 'suspend' });
    const page = { page: 1, pageSize: 10, sort: 'name' };
    const ask = async (query: object) =>
      (await listWidgets(deps, me, { ...page, ...query })).items.map((item) => item.id);
    expect(await ask({})).toEqual([first.id, second.id, third.id]);
    expect(await ask({ websiteId })).toEqual([first.id, second.id]);
    expect(await ask({ type: 'native' })).toEqual([second.id]);
    expect(await ask({ status: 'suspended' })).toEqual([second.id]);
    expect(await ask({ search: 'thi' })).toEqual([third.id]);
    expect((await listWidgets(deps, me, { ...page, websiteId })).stats).toEqual({ total: 2, active: 1 });
    expect(await code(listWidgets(deps, other, { ...page, websiteId }))).toBe('website_not_found');
    expect((await listWidgets(deps, other, page)).total).toBe(0);
    await actOnWebsite(deps, me, { id: elsewhere, action: 'delete' });
    expect(await ask({})).toEqual([first.id, second.id]);
  });
});

describe('the order and the days of a list', () => {
  it('are those asked for, page by page; archived widgets come only by their status', async () => {
    const make = async (name: string, type: 'banner' | 'native' | 'video', day: number) => {
      const { id } = await createWidget(deps, me, { ...banner(), name, type });
      await database.pool.query('update widget set created_at = $2 where id = $1', [id, `2026-05-0${day}`]);
      return id;
    };
    const [c, a, b, gone] = [
      await make('c', 'native', 1),
      await make('a', 'video', 2),
      await make('b', 'banner', 3),
      await make('gone', 'banner', 4),
    ];
    await actOnWidget(deps, me, { websiteId, id: gone, action: 'archive' });
    await actOnWidget(deps, me, { websiteId, id: a, action: 'suspend' });
    const ask = async (query: object) => {
      const { items, total } = await listWidgets(deps, me, { page: 1, pageSize: 10, ...query });
      return [items.map(({ id }) => id), total];
    };
    for (const of of [{}, { websiteId }]) {
      expect(await ask(of)).toEqual([[b, a, c], 3]);
      expect(await ask({ ...of, sort: 'name' })).toEqual([[a, b, c], 3]);
      expect(await ask({ ...of, sort: 'type' })).toEqual([[b, c, a], 3]);
      expect(await ask({ ...of, sort: '-status' })).toEqual([[a, b, c], 3]);
      expect(await ask({ ...of, sort: 'createdAt', pageSize: 2, page: 2 })).toEqual([[b], 3]);
      expect(await ask({ ...of, createdFrom: '2026-05-02' })).toEqual([[b, a], 2]);
      expect(await ask({ ...of, createdTo: '2026-05-02' })).toEqual([[a, c], 2]);
      expect(await ask({ ...of, status: 'archived' })).toEqual([[gone], 1]);
      expect(await ask({ ...of, status: 'active', type: 'native' })).toEqual([[c], 1]);
      // Signs that a pattern gives a meaning have none here.
      expect(await ask({ ...of, search: '_' })).toEqual([[], 0]);
    }
  });

  it('of more than a search counts is told by the tally; found by the domains of many websites too', async () => {
    const many = await createActor(database.db, ['publisher']);
    await database.pool.query(
      `with made as (
         insert into website (publisher_id, domain, categories, monthly_traffic, status, analytics_key)
         select $1, 'wide-' || n || '.example', '{pets}', n, 'active', gen_random_uuid()::text
           from generate_series(1, 1001) n returning id)
       insert into widget (website_id, publisher_id, type, name, embed_key)
       select id, $1, 'banner', 'Beside', gen_random_uuid()::text from made`,
      [many.accountId],
    );
    const ask = async (query: object) => {
      const { items, total, more } = await listWidgets(deps, many, { page: 1, pageSize: 1, ...query });
      return [items.length, total, more];
    };
    expect(await ask({})).toEqual([1, 1_001, false]);
    expect(await ask({ createdFrom: '2020-01-01' })).toEqual([1, 1_000, true]);
    expect(await ask({ createdTo: '2099-01-01' })).toEqual([1, 1_000, true]);
    expect(await ask({ search: 'wide' })).toEqual([1, 1_000, true]);
    const other = await activeWebsite(many);
    await createWidget(deps, many, { ...banner(), websiteId: other, name: 'Newest, elsewhere' });
    const search = { page: 1, pageSize: 1_002, search: 'wide', sort: 'name' };
    const found = (await listWidgets(deps, many, search)).items;
    expect([found.length, found.some(({ websiteId: of }) => of === other)]).toEqual([1_001, false]);
    // As many websites as are looked up first, and one of them alone.
    await database.pool.query("update website set domain = 'one.example' where domain = 'wide-7.example'");
    expect(await ask({ search: 'wide' })).toEqual([1, 1_000, false]);
    expect(await ask({ search: 'one.example' })).toEqual([1, 1, false]);
  });
});

describe('list of all websites', () => {
  const found = async (query: Partial<Parameters<typeof listWidgets>[2]> = {}) => {
    const list = await listWidgets(deps, me, { page: 1, pageSize: 25, ...query });
    return { names: list.items.map(({ name }) => name), total: list.total, stats: list.stats };
  };

  it('is searched by name and by domain, each widget once', async () => {
    const domain = `widgets-${names}`;
    const another = await activeWebsite(me);
    await createWidget(deps, me, { ...banner(), name: `Above ${domain}` });
    await createWidget(deps, me, { ...banner(), name: 'Below' });
    await createWidget(deps, me, { ...banner(), websiteId: another, name: 'Elsewhere' });
    expect(await found({ search: domain, sort: 'name' })).toMatchObject({
      names: [`Above ${domain}`, 'Below'],
      total: 2,
    });
    expect((await found({ search: 'ELSE' })).names).toEqual(['Elsewhere']);
    // The domain of the website that is asked for says all of its widgets, or none.
    expect((await found({ websiteId, search: domain })).total).toBe(2);
    expect((await found({ websiteId, search: 'below' })).names).toEqual(['Below']);
    expect((await found({ websiteId, search: 'elsewhere' })).total).toBe(0);
  });

  it('has, counts and finds none of a website that was deleted, but its own list still does', async () => {
    const kept = await activeWebsite(me);
    await createWidget(deps, me, { ...banner(), name: 'Gone' });
    await createWidget(deps, me, { ...banner(), websiteId: kept, name: 'Kept', type: 'native' });
    expect(await found()).toMatchObject({ names: ['Kept', 'Gone'], stats: { total: 2, active: 2 } });
    await actOnWebsite(deps, me, { id: websiteId, action: 'delete' });
    expect(await found()).toEqual({ names: ['Kept'], total: 1, stats: { total: 1, active: 1 } });
    expect((await found({ search: 'gone' })).total).toBe(0);
    expect((await found({ type: 'banner' })).total).toBe(0);
    expect((await found({ websiteId })).names).toEqual(['Gone']);
  });
});

describe('active widgets', () => {
  it('are those of active websites; a suspended website has none, and counts again when it is back', async () => {
    const elsewhere = await activeWebsite(me);
    await createWidget(deps, me, { ...banner(), name: 'Held' });
    await createWidget(deps, me, { ...banner(), websiteId: elsewhere, name: 'Shown' });
    const active = async (of: { websiteId?: number } = {}) =>
      (await listWidgets(deps, me, { page: 1, pageSize: 50, ...of })).stats;
    const before = await active();
    expect(await active({ websiteId })).toEqual({ total: 1, active: 1 });
    await actOnWebsite(deps, me, { id: websiteId, action: 'suspend' });
    expect(await active({ websiteId })).toEqual({ total: 1, active: 0 });
    expect(await active({ websiteId: elsewhere })).toEqual({ total: 1, active: 1 });
    expect(await active()).toEqual({ total: before.total, active: before.active - 1 });
    await actOnWebsite(deps, me, { id: websiteId, action: 'activate' });
    expect(await active()).toEqual(before);
  });
});

describe('a widget and its website', () => {
  it('are taken after the account, as by who closes it: neither waits for the other for ever', async () => {
    const client = await database.pool.connect();
    try {
      await client.query('begin');
      await client.query('select from account where id = $1 for update', [me.accountId]);
      const made = createWidget(deps, me, banner());
      await expect.poll(waiting).toBe(1);
      await client.query('select from website where id = $1 for update nowait', [websiteId]);
      await client.query('commit');
      expect((await made).status).toBe('active');
    } finally {
      await client.query('rollback');
      client.release();
    }
  });

  const waiting = async () =>
    (
      await database.pool.query(`select from pg_locks l join pg_stat_activity a using (pid)
        where not l.granted and a.datname = current_database()`)
    ).rowCount;

  it.each([
    ['is made', async () => await createWidget(deps, me, banner())],
    [
      'is edited',
      async (id: number) =>
        await updateWidget(deps, me, { ...fields, name: 'Other', websiteId, id, version: 1 }),
    ],
  ])(
    'come one after the other: one that %s while the website is suspended is refused',
    async (_what, write) => {
      const { id } = await createWidget(deps, me, banner());
      const client = await database.pool.connect();
      try {
        await client.query('begin');
        await client.query(
          "update website set status = 'suspended', suspended_by = 'publisher' where id = $1",
          [websiteId],
        );
        const refused = refusalOf(write(id));
        await expect.poll(waiting).toBe(1);
        await client.query('commit');
        expect((await refused).code).toMatch(/^website_not_active_/);
      } finally {
        client.release();
      }
    },
  );
});

describe('update', () => {
  it('saves fields and sizes; type and embed key stay', async () => {
    const widget = await createWidget(deps, me, banner());
    const place = { websiteId, id: widget.id };
    const same = await updateWidget(deps, me, { ...fields, ...place, version: 1 });
    expect(same.version).toBe(1);
    const sizes = [{ width: 728, height: 90 }];
    const saved = await updateWidget(deps, me, {
      ...fields,
      ...place,
      sizes,
      headingTitle: '',
      floorCpm: null,
      version: 1,
    });
    expect(saved).toMatchObject({
      sizes,
      headingTitle: null,
      floorCpm: null,
      version: 2,
      embedKey: widget.embedKey,
    });
  });

  it('writes what changed, once; of two at once the second is told', async () => {
    const { id } = await createWidget(deps, me, { ...banner(), headingTitle: '' });
    await actOnWidget(deps, me, { websiteId, id, action: 'suspend' });
    const sizes = [...fields.sizes].reverse();
    const edit = () => updateWidget(deps, me, { ...fields, sizes, lazy: false, websiteId, id, version: 2 });
    const two = await Promise.allSettled([edit(), edit()]);
    expect(two.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    expect(two.find((one) => one.status === 'rejected')?.reason).toMatchObject({ code: 'conflict_version' });
    // It stays what it was: an edit does not show it again.
    expect(await getWidget(deps, me, { websiteId, id })).toMatchObject({
      status: 'suspended',
      sizes,
      version: 3,
    });
    await actOnWidget(deps, me, { websiteId, id, action: 'archive' });
    const { rows } = await database.pool.query(
      "select action, detail from audit_log where subject_kind = 'widget' and subject_id = $1 order by id",
      [id],
    );
    expect(rows.map(({ action, detail }) => [action, detail])).toEqual([
      ['widget.create', { name: 'Beside the article', type: 'banner' }],
      ['widget.suspend', { status: { before: 'active', after: 'suspended' } }],
      [
        'widget.edit',
        {
          heading_title: { before: null, after: 'Worth knowing' },
          lazy: { before: true, after: false },
          sizes: { before: fields.sizes, after: sizes },
        },
      ],
      ['widget.archive', { status: { before: 'suspended', after: 'archived' } }],
    ]);
  });

  it('acts as its status lets it, and says what cannot be', async () => {
    const { id } = await createWidget(deps, me, banner());
    const act = async (action: 'activate' | 'suspend' | 'archive') =>
      await actOnWidget(deps, me, { websiteId, id, action });
    expect((await refusalOf(act('activate'))).message).toMatch(/active now.* activated/);
    expect(await act('suspend')).toMatchObject({
      status: 'suspended',
      actions: ['activate', 'edit', 'archive'],
    });
    expect((await refusalOf(act('suspend'))).message).toMatch(/suspended now.* suspended/);
    await actOnWebsite(deps, me, { id: websiteId, action: 'suspend' });
    expect(await code(act('activate'))).toBe('website_not_active_update');
    await actOnWebsite(deps, me, { id: websiteId, action: 'activate' });
    expect((await act('activate')).status).toBe('active');
    expect((await act('archive')).actions).toEqual([]);
    expect((await refusalOf(act('archive'))).message).toMatch(/archived now.* archived/);
  });

  it('refuses an inactive website, an archived widget, an old version, another’s, a wrong website', async () => {
    const { id } = await createWidget(deps, me, banner());
    const input = { ...fields, websiteId, id, version: 1 };
    const elsewhere = await activeWebsite(me);
    expect(await code(updateWidget(deps, me, { ...input, version: 2 }))).toBe('conflict_version');
    expect(await code(updateWidget(deps, other, input))).toBe('website_not_found');
    expect(await code(updateWidget(deps, me, { ...input, websiteId: elsewhere }))).toBe('widget_not_found');
    expect(await code(getWidget(deps, me, { websiteId: elsewhere, id }))).toBe('widget_not_found');
    expect(await code(getWidget(deps, other, { websiteId, id }))).toBe('widget_not_found');
    expect(await code(actOnWidget(deps, other, { websiteId, id, action: 'archive' }))).toBe(
      'website_not_found',
    );
    await actOnWebsite(deps, me, { id: websiteId, action: 'suspend' });
    expect(await code(updateWidget(deps, me, input))).toBe('website_not_active_update');
    expect((await getWidget(deps, me, { websiteId, id })).actions).toEqual(['suspend', 'archive']);
    await actOnWidget(deps, me, { websiteId, id, action: 'archive' });
    expect(await code(updateWidget(deps, me, input))).toBe('conflict_status');
  });
});
