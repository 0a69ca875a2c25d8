import { randomBytes } from 'node:crypto';
import { createTestDatabase, type TestDatabase } from '@placard/db/testing/database';
import { AD_REPORTS_FOR_REVIEW, type AdReportReason } from '@placard/domain/ad-report';
import { BLOCKS_MAX } from '@placard/domain/website/blocks';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Actor } from '../../deps.ts';
import { approveReview } from '../reviews/decide-review.ts';
import { listReviews } from '../reviews/list-reviews.ts';
import {
  createActor,
  createTestCampaign,
  refusalOf,
  TEST_NOW,
  type TestDeps,
  testDeps,
} from '../testing/fixtures.ts';
import { actOnWebsite, createWebsite } from '../websites/edit-website.ts';
import { actOnWidget, createWidget } from '../widgets/edit-widget.ts';
import { listBlocks } from './block-lists.ts';
import { addBlocks, removeBlock } from './edit-blocks.ts';
import { listAdReports } from './list-ad-reports.ts';
import { markAdReport } from './mark-ad-report.ts';
import { runningCreative } from './testing/running-creative.ts';

let database: TestDatabase;
let deps: TestDeps;
let me: Actor;
let other: Actor;
let advertiser: Actor;
let names = 0;

beforeAll(async () => {
  database = await createTestDatabase();
  deps = testDeps(database.db);
  advertiser = await createActor(database.db, ['advertiser']);
});
afterAll(async () => {
  await database.drop();
});
beforeEach(async () => {
  me = await createActor(database.db, ['publisher']);
  other = await createActor(database.db, ['publisher']);
});

async function website(actor: Actor): Promise<number> {
  names += 1;
  const input = { domain: `ads-${names}.example`, categories: ['pets' as const], traffic: { custom: 5 } };
  const { id } = await createWebsite(deps, actor, input);
  await database.db.updateTable('website').set({ status: 'active' }).where('id', '=', id).execute();
  return id;
}

async function widget(actor: Actor, websiteId: number): Promise<number> {
  const sizes = [{ width: 300, height: 250 }];
  const fields = { name: 'Beside', headingTitle: null, sizes, floorCpm: null, fallbackHtml: '', lazy: true };
  return (await createWidget(deps, actor, { ...fields, type: 'banner', websiteId })).id;
}

/** An approved creative whose clicks lead to shop.example. */
async function lamp(): Promise<number> {
  names += 1;
  const { adSetId } = await createTestCampaign(deps, advertiser, `Campaign ${names}`);
  const clickUrl = 'https://www.shop.example./lamp';
  const { accountId: advertiserId } = advertiser;
  return await runningCreative(database.pool, { advertiserId, clickUrl, adSetIds: [adSetId] });
}

async function report(
  creativeId: number,
  place: { readonly websiteId: number; readonly widgetId: number },
  said: { readonly reason: AdReportReason; readonly comment?: string },
): Promise<void> {
  await database.db
    .insertInto('ad_report')
    .values({
      creative_id: creativeId,
      website_id: place.websiteId,
      widget_id: place.widgetId,
      reason: said.reason,
      comment: said.comment ?? '',
      viewer_hash: randomBytes(8),
      reported_at: TEST_NOW,
    })
    .execute();
}

const refusedAs = async (work: Promise<unknown>) => {
  const { code, issues } = await refusalOf(work);
  return issues === undefined ? code : issues.map((one) => `${one.path}: ${one.code}`);
};
const entries = async (actor: Actor, query = {}) =>
  (await listBlocks(deps, actor, query)).items.map(({ kind, value, websiteId, widgetId }) => [
    kind,
    value,
    websiteId,
    widgetId,
  ]);

describe('a block-list', () => {
  it('takes domains in any spelling, once, and tells delivery', async () => {
    const websiteId = await website(me);
    const before = await database.pool.query('select max(id) as id from change_log');
    const list = { websiteId, kind: 'advertiser_domain' as const };
    const values = ['www.Bücher.example', 'xn--bcher-kva.example', 'sub.shop.example.'];
    expect(await addBlocks(deps, me, { ...list, values })).toEqual({ added: 2 });
    expect(await addBlocks(deps, me, { ...list, values })).toEqual({ added: 0 });
    expect(await entries(me, { websiteId })).toEqual([
      ['advertiser_domain', 'sub.shop.example', websiteId, null],
      ['advertiser_domain', 'xn--bcher-kva.example', websiteId, null],
    ]);
    const { rows } = await database.pool.query(
      'select distinct kind, subject_id from change_log where id > $1',
      [before.rows[0].id],
    );
    expect(rows).toEqual([{ kind: 'website', subject_id: websiteId }]);
    expect(await removeBlock(deps, me, { ...list, value: 'WWW.bücher.example.' })).toEqual({ removed: 1 });
  });

  it('of a widget stands beside its website’s; without a place all websites are meant, but not deleted ones', async () => {
    const first = await website(me);
    const second = await website(me);
    const gone = await website(me);
    await actOnWebsite(deps, me, { id: gone, action: 'delete' });
    const widgetId = await widget(me, first);
    await addBlocks(deps, me, { widgetId, kind: 'category', values: ['gambling', 'none'] });
    expect(await addBlocks(deps, me, { kind: 'category', values: ['alcohol'] })).toEqual({ added: 2 });
    expect(await entries(me, { widgetId })).toEqual([
      ['category', 'gambling', first, widgetId],
      ['category', 'none', first, widgetId],
    ]);
    expect((await entries(me)).length).toBe(4);
    expect(await removeBlock(deps, me, { kind: 'category', value: 'alcohol' })).toEqual({ removed: 2 });
    expect(await removeBlock(deps, me, { websiteId: second, kind: 'category', value: 'alcohol' })).toEqual({
      removed: 0,
    });
    expect(await removeBlock(deps, me, { widgetId, kind: 'category', value: 'none' })).toEqual({
      removed: 1,
    });
    expect(await entries(other)).toEqual([]);
  });

  it('refuses what is no such thing, and says which', async () => {
    const websiteId = await website(me);
    const block = (kind: 'advertiser_domain' | 'category' | 'creative', ...values: string[]) =>
      refusedAs(addBlocks(deps, me, { websiteId, kind, values }));
    expect(await block('advertiser_domain', 'fine.example', 'https://x.example', 'nodot')).toEqual([
      'values.1: domain_has_scheme',
      'values.2: domain_invalid',
    ]);
    const first = ['values.0: block_value_unknown'];
    expect([await block('category', 'pop_culture'), await block('creative', '0')]).toEqual([first, first]);
    const unseen = await lamp();
    await database.db.updateTable('creative').set({ approved_at: null }).where('id', '=', unseen).execute();
    const seen = String(await lamp());
    expect(await block('creative', seen, seen, `${unseen}`, '2147483647')).toEqual(
      [2, 3].map((at) => `values.${at}: block_value_unknown`),
    );
  });

  it('is nobody else’s to see or change', async () => {
    const [theirs, mine] = [await website(other), await website(me)];
    const theirWidget = await widget(other, theirs);
    const values = ['gambling'];
    for (const [place, code] of [
      [{ websiteId: theirs }, 'website_not_found'],
      [{ widgetId: theirWidget }, 'widget_not_found'],
      [{ websiteId: mine, widgetId: theirWidget }, 'widget_not_found'],
      [{ websiteId: 2_147_483_647 }, 'website_not_found'],
    ] as const) {
      expect(await refusedAs(addBlocks(deps, me, { ...place, kind: 'category', values }))).toBe(code);
      expect(await refusedAs(removeBlock(deps, me, { ...place, kind: 'category', value: 'x' }))).toBe(code);
      expect(await refusedAs(listBlocks(deps, me, place))).toBe(code);
      expect(await refusedAs(listAdReports(deps, me, { ...place, page: 1, pageSize: 10 }))).toBe(code);
    }
  });

  it('ends somewhere', async () => {
    const websiteId = await website(me);
    await database.pool.query(
      `insert into website_block (website_id, kind, value)
       select $1, 'advertiser_domain', 'd' || n || '.example' from generate_series(1, $2::int) n`,
      [websiteId, BLOCKS_MAX],
    );
    const more = { websiteId, kind: 'advertiser_domain' as const, values: ['one-more.example'] };
    expect(await refusedAs(addBlocks(deps, me, more))).toEqual(['values: blocks_too_many']);
    expect(await addBlocks(deps, me, { ...more, values: ['d7.example'] })).toEqual({ added: 0 });
    // Of two at once the second counts the first; a widget's list is its own.
    await removeBlock(deps, me, { websiteId, kind: 'advertiser_domain', value: 'd7.example' });
    const two = ['one.example', 'two.example'].map((one) => addBlocks(deps, me, { ...more, values: [one] }));
    const results = await Promise.allSettled(two);
    expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    const widgetId = await widget(me, websiteId);
    expect(await addBlocks(deps, me, { ...more, widgetId })).toEqual({ added: 1 });
  });

  it('is shown of a kind, with the ad that is blocked and the widget’s name, but not of archived widgets', async () => {
    const websiteId = await website(me);
    const [kept, gone] = [await widget(me, websiteId), await widget(me, websiteId)];
    const creativeId = await lamp();
    await addBlocks(deps, me, { widgetId: kept, kind: 'creative', values: [String(creativeId)] });
    await addBlocks(deps, me, { websiteId, kind: 'category', values: ['pets', 'alcohol'] });
    const log = "select detail from audit_log where action = 'website.block' and subject_id = $1";
    expect((await database.pool.query(log, [websiteId])).rows).toEqual([
      { detail: { kind: 'category', blocked: ['alcohol', 'pets'] } },
    ]);
    await addBlocks(deps, me, { widgetId: gone, kind: 'category', values: ['gambling'] });
    await actOnWidget(deps, me, { websiteId, id: gone, action: 'archive' });
    const { items } = await listBlocks(deps, me, { websiteId });
    expect(items.map(({ kind, value, widgetName, ad }) => [kind, value, widgetName, ad?.creativeId])).toEqual(
      [
        ['category', 'alcohol', null, undefined],
        ['category', 'pets', null, undefined],
        ['creative', String(creativeId), 'Beside', creativeId],
      ],
    );
    expect(items[0]).toMatchObject({ domain: `ads-${names - 1}.example`, createdAt: TEST_NOW.toISOString() });
    expect(await entries(me, { kind: 'creative' })).toEqual([
      ['creative', String(creativeId), websiteId, kept],
    ]);
    const elsewhere = { widgetId: kept, websiteId: await website(me) };
    for (const place of [{ widgetId: gone }, elsewhere])
      expect(await refusedAs(listBlocks(deps, me, place))).toBe('widget_not_found');
    await actOnWebsite(deps, me, { id: websiteId, action: 'delete' });
    expect(await refusedAs(listBlocks(deps, me, { widgetId: kept }))).toBe('widget_not_found');
  });

  it('takes an ad that visitors reported though it is not approved any more, and is audited on the widget', async () => {
    const websiteId = await website(me);
    const widgetId = await widget(me, websiteId);
    const value = String(await lamp());
    await report(Number(value), { websiteId, widgetId }, { reason: 'other' });
    await database.pool.query('update creative set approved_at = null where id = $1', [value]);
    expect(await addBlocks(deps, me, { widgetId, kind: 'creative', values: [value] })).toEqual({ added: 1 });
    await removeBlock(deps, me, { widgetId, kind: 'creative', value });
    const { rows } = await database.pool.query(
      "select subject_id, detail from audit_log where action = 'widget.block' and subject_id = $1 order by id",
      [widgetId],
    );
    expect(rows.map(({ detail }) => detail)).toEqual([
      { kind: 'creative', blocked: [value] },
      { kind: 'creative', lifted: [value] },
    ]);
  });

  it('of all websites is shown as far as anybody reads it, the newest first, and says that there is more', async () => {
    const many = await createActor(database.db, ['publisher']);
    const websiteIds = [await website(many), await website(many), await website(many)];
    const fill = async (websiteId: number | undefined, count: number) =>
      await database.pool.query(
        `insert into website_block (website_id, kind, value, created_at)
         select $1, 'advertiser_domain', 'd' || n || '.example', '2026-01-01' from generate_series(1, $2::int) n`,
        [websiteId, count],
      );
    await fill(websiteIds[0], 1_000);
    await fill(websiteIds[1], 1_000);
    const all = await listBlocks(deps, many, {});
    expect([all.items.length, all.more]).toEqual([2_000, false]);
    const websiteId = websiteIds[2] ?? 0;
    const newest = { websiteId, kind: 'advertiser_domain' as const, values: ['newest.example'] };
    expect(await addBlocks(deps, many, newest)).toEqual({ added: 1 });
    const { items, more } = await listBlocks(deps, many, {});
    expect([items.length, more, items[0]?.value]).toEqual([2_000, true, 'newest.example']);
  });

  it('is written on many websites at once, and audited on each', async () => {
    const many = await createActor(database.db, ['publisher']);
    // More than one statement takes.
    await database.pool.query(
      `insert into website (publisher_id, domain, categories, monthly_traffic, status, analytics_key)
       select $1, 'many-' || n || '.example', '{politics}', 100, 'active', 'many-websites-key-' || n
         from generate_series(1, 201) n`,
      [many.accountId],
    );
    const list = { kind: 'advertiser_domain' as const, values: ['one.example', 'two.example'] };
    expect(await addBlocks(deps, many, list)).toEqual({ added: 402 });
    expect(await addBlocks(deps, many, list)).toEqual({ added: 0 });
    const audited = async () => {
      const { rows } = await database.pool.query<{ count: number }>(
        `select count(*)::int as count from audit_log where actor_user_id = $1 and action = 'website.block'`,
        [many.userId],
      );
      return rows[0]?.count;
    };
    expect(await audited()).toBe(201);
    expect(await removeBlock(deps, many, { kind: 'advertiser_domain', value: 'one.example' })).toEqual({
      removed: 201,
    });
    expect(await audited()).toBe(402);
  });
});

describe('reports of visitors', () => {
  it('are listed by ad and website with reasons and words, and say what is blocked', async () => {
    const websiteId = await website(me);
    const place = { websiteId, widgetId: await widget(me, websiteId) };
    const creativeId = await lamp();
    await report(creativeId, place, { reason: 'misleading', comment: 'No such shop' });
    await report(creativeId, place, { reason: 'misleading' });
    await report(creativeId, place, { reason: 'offensive' });
    const list = async () => await listAdReports(deps, me, { page: 1, pageSize: 10 });
    const { items, total } = await list();
    expect(total).toBe(1);
    expect(items[0]).toMatchObject({
      websiteId,
      viewers: 3,
      reasons: [
        { reason: 'misleading', count: 2 },
        { reason: 'offensive', count: 1 },
      ],
      comments: [{ text: 'No such shop' }],
      blocked: 'no',
      ad: { creativeId, advertiserDomain: 'shop.example', width: 300, height: 250, categories: [] },
    });
    expect(await listAdReports(deps, other, { page: 1, pageSize: 10 })).toEqual({ items: [], total: 0 });
    await addBlocks(deps, me, { widgetId: place.widgetId, kind: 'creative', values: [String(creativeId)] });
    expect((await list()).items[0]?.blocked).toBe('some');
    await addBlocks(deps, me, { websiteId, kind: 'advertiser_domain', values: ['shop.example'] });
    expect((await list()).items[0]?.blocked).toBe('all');
    await database.db
      .updateTable('creative')
      .set({ approved_at: null })
      .where('id', '=', creativeId)
      .execute();
    expect((await list()).items[0]?.ad).toMatchObject({ frameUrl: null, advertiserDomain: null });
  });

  it('are marked as handled by their publisher alone, until somebody reports the ad again', async () => {
    const websiteId = await website(me);
    const place = { websiteId, widgetId: await widget(me, websiteId) };
    const creativeId = await lamp();
    await report(creativeId, place, { reason: 'misleading' });
    await report(creativeId, place, { reason: 'offensive' });
    const seenAt = TEST_NOW.toISOString();
    const mark = (handled: boolean, actor = me, change = {}) =>
      markAdReport(deps, actor, { creativeId, websiteId, handled, seenAt, ...change });
    const totals = async () => {
      const of = async (handled?: boolean) =>
        (await listAdReports(deps, me, { handled, page: 1, pageSize: 10 })).total;
      return [await of(false), await of(true), await of()];
    };
    expect(await totals()).toEqual([1, 0, 1]);
    expect(await refusedAs(mark(true, other))).toBe('website_not_found');
    expect(await refusedAs(mark(true, me, { creativeId: await lamp() }))).toBe('not_found');
    // Whoever has not read the newest report has not handled it.
    const earlier = new Date(TEST_NOW.getTime() - 1).toISOString();
    expect(await mark(true, me, { seenAt: earlier })).toEqual({ changed: 0 });
    expect(await totals()).toEqual([1, 0, 1]);
    const pressed = await Promise.all([mark(true), mark(true)]);
    expect(pressed.map(({ changed }) => changed).sort()).toEqual([0, 2]);
    expect(await totals()).toEqual([0, 1, 1]);
    const [item] = (await listAdReports(deps, me, { handled: true, page: 1, pageSize: 10 })).items;
    expect(item).toMatchObject({ viewers: 2, handledAt: deps.clock().toISOString() });
    await report(creativeId, place, { reason: 'other' });
    expect(await totals()).toEqual([1, 0, 1]);
    expect(await mark(true)).toEqual({ changed: 1 });
    expect(await mark(false)).toEqual({ changed: 3 });
    expect(await totals()).toEqual([1, 0, 1]);
    const { rows } = await database.pool.query(
      "select detail from audit_log where action = 'website.mark_report' and subject_id = $1 order by id",
      [websiteId],
    );
    expect(rows.map(({ detail }) => [detail.handled, detail.reports])).toEqual([
      [true, 2],
      [true, 1],
      [false, 3],
    ]);
  });

  it('bring a running creative to the operator once enough visitors agree, until he has decided', async () => {
    const operator = await createActor(database.db, ['operator']);
    const websiteId = await website(me);
    const place = { websiteId, widgetId: await widget(me, websiteId) };
    const id = await lamp();
    const queue = async () =>
      (await listReviews(deps, { kind: 'creative', page: 1, pageSize: 25 })).items.filter(
        (item) => item.id === id,
      );
    for (let count = 1; count < AD_REPORTS_FOR_REVIEW; count += 1)
      await report(id, place, { reason: 'malicious' });
    expect(await queue()).toEqual([]);
    await report(id, place, { reason: 'other', comment: 'It downloads something' });
    const [item] = await queue();
    expect(item?.reports).toEqual({
      viewers: AD_REPORTS_FOR_REVIEW,
      reasons: [
        { reason: 'malicious', count: AD_REPORTS_FOR_REVIEW - 1 },
        { reason: 'other', count: 1 },
      ],
      comments: ['It downloads something'],
    });
    const seen = { kind: 'creative' as const, id, version: item?.version ?? 0 };
    expect(await refusedAs(approveReview(deps, operator, { ...seen, version: seen.version + 1 }))).toBe(
      'conflict_version',
    );
    await approveReview(deps, operator, seen);
    expect(await queue()).toEqual([]);
    expect(await refusedAs(approveReview(deps, operator, seen))).toBe('conflict_status');
  });
});
