import { CLICK_PARAMETER } from '@placard/contract/wire/collect-protocol';
import {
  type PageViewRecord,
  RECORD_TYPE_PAGE_VIEW,
  RECORD_TYPE_VISIT,
  readPageView,
  readVisit,
  VISIT_KINDS,
  type VisitRecord,
} from '@placard/contract/wire/collect-record';
import { RECORD_TYPE_TOKEN_EVENT } from '@placard/contract/wire/event-record';
import type { AdsAnswer } from '@placard/contract/wire/tag-protocol';
import { readEventRecords } from '@placard/contract/wire/testing/read-event-records';
import { createTestDatabase, type TestDatabase } from '@placard/db/testing/database';
import { soon } from '@placard/db/testing/soon';
import { CONVERSION_LADDER } from '@placard/domain/decision/conversion-ladder';
import { FILTER_REASONS } from '@placard/domain/filter-reason';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  insertAccount,
  insertAdSet,
  insertCampaign,
  insertCreative,
  insertWebsite,
  insertWidget,
} from './testing/network.ts';
import { type RunningDelivery, runDelivery } from './testing/running-delivery.ts';

const LANDING = 'https://shop.example/landing?b=2&a=%7e+x#part?1';

let database: TestDatabase;
let delivery: RunningDelivery;
let siteKey: string;
let otherSiteKey: string;
let deletedKey: string;
let campaignKey: string;
let websiteId: number;
let campaignId: number;
let adSetId: number;
let widgetKey: string;

async function keyOf(table: 'website' | 'campaign', id: number): Promise<string> {
  const { rows } = await database.pool.query<{ analytics_key: string }>(
    `select analytics_key from ${table} where id = $1`,
    [id],
  );
  return rows[0]?.analytics_key ?? '';
}

beforeAll(async () => {
  database = await createTestDatabase();
  const { pool } = database;
  const advertiserId = await insertAccount(pool, { walletMicros: 50_000_000 });
  const publisherId = await insertAccount(pool);
  campaignId = await insertCampaign(pool, { advertiserId, objective: 'TRAFFIC' });
  adSetId = await insertAdSet(pool, { campaignId });
  await insertCreative(pool, { advertiserId, adSetIds: [adSetId], clickUrl: LANDING });
  websiteId = await insertWebsite(pool, { publisherId, domain: 'news.example', status: 'pending' });
  const shown = await insertWebsite(pool, { publisherId, domain: 'shown.example' });
  widgetKey = (await insertWidget(pool, { websiteId: shown })).key;
  const deleted = await insertWebsite(pool, { publisherId, domain: 'gone.example', status: 'archived' });
  [siteKey, otherSiteKey, deletedKey, campaignKey] = [
    await keyOf('website', websiteId),
    await keyOf('website', shown),
    await keyOf('website', deleted),
    await keyOf('campaign', campaignId),
  ];
  delivery = await runDelivery({ databaseUrl: database.url });
});
afterAll(async () => {
  await delivery?.end();
  await database?.drop();
});

const post = (body: object | string, headers: Record<string, string> = {}) =>
  delivery.get('/collect', {
    method: 'POST',
    body: typeof body === 'string' ? body : JSON.stringify(body),
    headers: { origin: 'https://www.news.example', ...headers },
  });

let shippedTo = 0n;

/** What reached the event log since the last time, in order. */
async function collected(count: number): Promise<{ views: PageViewRecord[]; visits: VisitRecord[] }> {
  const views: PageViewRecord[] = [];
  const visits: VisitRecord[] = [];
  await soon(async () => {
    const { rows } = await database.pool.query<{ spool_end: bigint; body: Buffer }>(
      'select spool_end, body from event_batch where spool_offset >= $1 order by spool_offset',
      [shippedTo],
    );
    views.length = 0;
    visits.length = 0;
    for (const { body } of rows) {
      for (let at = 0; at < body.length; at += body.readUInt16BE(at)) {
        const record = body.subarray(at, at + body.readUInt16BE(at));
        const view = record[2] === RECORD_TYPE_PAGE_VIEW ? readPageView(record) : null;
        const visit = record[2] === RECORD_TYPE_VISIT ? readVisit(record) : null;
        if (view !== null) views.push(view);
        if (visit !== null) visits.push(visit);
      }
    }
    expect(views.length + visits.length).toBe(count);
    shippedTo = BigInt(rows.at(-1)?.spool_end ?? shippedTo);
  });
  return { views, visits };
}

beforeEach(() => {
  delivery.setClock(null);
});

describe('a page view', () => {
  test('is stored before it is answered, without address or query', async () => {
    const response = await post({ s: siteKey, p: '/läden/1', r: 'Search.Example:8443' });
    expect(response.status).toBe(204);
    expect(response.headers.get('access-control-allow-origin')).toBe('*');
    const { views } = await collected(1);
    expect(views[0]).toMatchObject({
      ...{ reason: 0, device: 1, onOwnDomain: true, websiteId },
      ...{ referrerHost: 'search.example', pageHost: '', path: '/läden/1' },
    });
    expect(Math.abs((views[0]?.atMs ?? 0) - Date.now())).toBeLessThan(60_000);
  });

  test('has a visitor who is the same today, another tomorrow, and another on another browser', async () => {
    // Of this day: a tick that falls into it finds nothing that had not begun, and no salt of a day that is gone.
    const at = new Date().setUTCHours(12, 0, 0, 0);
    for (const [clock, agent] of [
      [at, undefined],
      [at + 3_600_000, undefined],
      [at + 86_400_000, undefined],
      [at, 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Mobile/15E148'],
    ] as const) {
      delivery.setClock(clock);
      await post({ s: siteKey, p: '/' }, agent === undefined ? {} : { 'user-agent': agent });
    }
    const { views } = await collected(4);
    const [first, again, tomorrow, phone] = views.map((view) => view.visitorHash);
    expect(again).toBe(first);
    expect(tomorrow).not.toBe(first);
    expect(phone).not.toBe(first);
    expect(views[3]?.device).toBe(2);
  });

  test('has another visitor on another website, so that nobody can be followed from one to the next', async () => {
    for (const key of [siteKey, otherSiteKey, siteKey]) await post({ s: key, p: '/' });
    const [here, there, again] = (await collected(3)).views.map((view) => view.visitorHash);
    expect(again).toBe(here);
    expect(there).not.toBe(here);
  });

  test('of a page that hides where it is counts, and is not said to be on the website’s own domain', async () => {
    await post({ s: siteKey, p: '/' }, { origin: 'null' });
    const { views } = await collected(1);
    expect(views[0]).toMatchObject({ reason: 0, onOwnDomain: false, pageHost: '' });
  });

  test('of a bot, a page fetched ahead or another domain is kept with the reason', async () => {
    await post({ s: siteKey, p: '/' }, { 'user-agent': 'Googlebot/2.1' });
    await post({ s: siteKey, p: '/' }, { 'sec-purpose': 'prefetch;prerender' });
    await post({ s: siteKey, p: '/' }, { origin: 'https://copy.example' });
    await post({ s: siteKey, p: '/', r: 'sub.news.example' });
    const { views } = await collected(4);
    expect(views.map((view) => [view.reason, view.pageHost])).toEqual([
      [FILTER_REASONS.bot.code, ''],
      [FILTER_REASONS.prefetch.code, ''],
      [FILTER_REASONS.wrong_site.code, 'copy.example'],
      [0, ''],
    ]);
    // Nobody is referred to a website by itself.
    expect(views[3]?.referrerHost).toBe('');
  });
});

test('a page view of a domain that is longer than any has as much of it as a domain may have', async () => {
  const longest = `${'a.'.repeat(123)}example`;
  for (const host of [longest, `${longest}s`])
    expect((await post({ s: siteKey, p: '/' }, { origin: `https://${host}` })).status).toBe(204);
  const { views } = await collected(2);
  expect(longest).toHaveLength(253);
  expect(views.map(({ pageHost }) => pageHost)).toEqual([longest, longest]);
});

describe('a call', () => {
  test.each([
    ['no JSON', 'nonsense', 400, 'body'],
    ['no object', '[]', 400, 'body'],
    ['neither key', {}, 400, 'c'],
    ['a path without a slash', { s: 'key', p: 'x' }, 400, 'p'],
    ['a path with a query', { s: 'key', p: '/x?mail=a@b.example' }, 400, 'p'],
    ['a path with a hash', { s: 'key', p: '/x#y' }, 400, 'p'],
    ['a path too long', { s: 'key', p: `/${'ü'.repeat(512)}` }, 400, 'p'],
    ['a zero character', { s: 'key', p: '/\0' }, 400, 'p'],
    ['half a letter', '{"s":"key","p":"/\\ud800"}', 400, 'p'],
    ['a negative value', { c: 'key', e: 1, v: -1 }, 400, 'v'],
    ['a value that is none', { c: 'key', e: 1, v: 'much' }, 400, 'v'],
    ['a currency of two letters', { c: 'key', e: 1, u: 'EU' }, 400, 'u'],
    ['an order id too long', { c: 'key', e: 1, o: 'ü'.repeat(33) }, 400, 'o'],
    ['another event', { c: 'key', e: 2 }, 400, 'e'],
  ])('with %s is refused, naming the field', async (_name, body, status, field) => {
    const response = await post(body);
    expect(response.status).toBe(status);
    expect(await response.json()).toMatchObject({ error: { issues: [{ path: field }] } });
  });

  test('with an unknown key, of a deleted website or too large is refused and stores nothing', async () => {
    expect((await post({ s: 'nobody', p: '/' })).status).toBe(404);
    expect((await post({ s: deletedKey, p: '/' })).status).toBe(404);
    expect((await post({ c: 'nobody' })).status).toBe(404);
    expect((await post(`{"s":"${'x'.repeat(9_000)}"}`)).status).toBe(413);
    expect((await delivery.get('/collect')).status).toBe(404);
    await post({ s: siteKey, p: '/last' });
    expect((await collected(1)).views[0]?.path).toBe('/last');
  });

  test('of a website that was just registered works at once, of a suspended publisher no longer', async () => {
    const publisherId = await insertAccount(database.pool);
    const id = await insertWebsite(database.pool, { publisherId, domain: 'new.example', status: 'pending' });
    const key = await keyOf('website', id);
    const call = async () => (await post({ s: key, p: '/' }, { origin: 'https://new.example' })).status;
    await soon(async () => expect(await call()).toBe(204));
    await collected(1);
    await database.pool.query("update account set status = 'suspended' where id = $1", [publisherId]);
    // Looked at in the snapshot, so that no call is stored while it is waited for.
    await soon(() => expect(delivery.snapshot().codes.siteOf(key)).toBeUndefined());
    expect(await call()).toBe(404);
  });
});

/** Clicks an ad and returns where it leads. */
async function clicked(): Promise<{ location: string; token: string; clickId: string }> {
  let token = '';
  // A tick may have fallen into the hours of another test: the next one takes it back.
  await soon(async () => {
    const answer = await delivery.get(`/a?w=${widgetKey}.1000`, {
      headers: { origin: 'https://shown.example' },
    });
    token = ((await answer.json()) as AdsAnswer).a[0]?.t ?? '';
    expect(token).not.toBe('');
  });
  const response = await delivery.get(`/c/${token}`);
  const location = response.headers.get('location') ?? '';
  return { location, token, clickId: new URL(location).searchParams.get(CLICK_PARAMETER) ?? '' };
}

describe('a click', () => {
  test('leads to the landing address with its id, everything else letter for letter as it was', async () => {
    const { location, clickId, token } = await clicked();
    expect(clickId).toMatch(/^[A-Za-z0-9_-]{80}$/);
    expect(clickId).not.toBe(token);
    expect(location).toBe(LANDING.replace('#', `&${CLICK_PARAMETER}=${clickId}#`));
  });

  test('its id is no token: it bills nothing and clicks nothing, and shows no price', async () => {
    const { clickId, token } = await clicked();
    await delivery.get(`/e/v/${clickId}`);
    await soon(async () => {
      const { rows } = await database.pool.query<{ body: Buffer }>('select body from event_batch');
      const reasons = rows
        .flatMap(({ body }) => [...readEventRecords(body)])
        .flatMap((record) => (record.type === RECORD_TYPE_TOKEN_EVENT ? [record.reason] : []));
      expect(reasons.filter((reason) => reason !== 0)).toEqual([FILTER_REASONS.forged_token.code]);
    });
    const [price, share] = [24, 30];
    const bytes = Buffer.from(clickId, 'base64url');
    expect(Buffer.from(token, 'base64url').readUIntBE(price, 6)).toBe(200_000);
    expect(Math.abs(bytes.readUIntBE(price, 6) - Date.now())).toBeLessThan(60_000);
    expect(bytes.readUInt16BE(share)).toBe(0);
  });

  test('is named by visit and conversion; a made-up id and a token are not believed', async () => {
    shippedTo = BigInt(
      (await database.pool.query('select coalesce(max(spool_end), 0) as e from event_batch')).rows[0]?.e ?? 0,
    );
    const { clickId, token } = await clicked();
    await post({ c: campaignKey });
    await post({ c: campaignKey, i: clickId });
    await post({ c: campaignKey, i: clickId, e: 1, v: 0.1 + 0.2, u: 'usd', o: ' A-1 ' });
    await post({ c: campaignKey, i: clickId, e: 1, v: '12.50', o: 4711 });
    await post({ c: campaignKey, i: token, e: 1 });
    await post({ c: campaignKey, i: `${clickId.slice(0, -1)}${clickId.endsWith('A') ? 'B' : 'A'}` });
    await post({ c: campaignKey, i: clickId, e: 1 }, { 'user-agent': 'curl/8' });
    await post({ c: campaignKey, i: token, e: 1 }, { 'user-agent': 'curl/8' });
    const { visits } = await collected(8);
    const { opened, visit, conversion } = VISIT_KINDS;
    const forged = FILTER_REASONS.forged_token.code;
    expect(visits.map((record) => [record.kind, record.reason])).toEqual([
      [opened, 0],
      [visit, 0],
      [conversion, 0],
      [conversion, 0],
      [conversion, forged],
      [visit, forged],
      [conversion, FILTER_REASONS.bot.code],
      [conversion, FILTER_REASONS.bot.code],
    ]);
    expect(visits[0]).toMatchObject({ campaignId, click: null, valueMicros: null });
    expect(visits[2]).toMatchObject({
      valueMicros: 300_000n,
      currency: 'USD',
      orderId: 'A-1',
      click: { adSetId },
    });
    expect(visits[3]).toMatchObject({ valueMicros: 12_500_000n, currency: '', orderId: '4711' });
    expect(visits[4]?.click).toBeNull();
  });

  test('reports so many conversions an hour, whatever orders are made up for it, and another click’s all the same', async () => {
    // All of them in one hour of the clock.
    delivery.setClock(Math.ceil(Date.now() / 3_600_000) * 3_600_000);
    const [known, other] = [await clicked(), await clicked()];
    const most = CONVERSION_LADDER[0].most;
    const report = (clickId: string, order: number) => post({ c: campaignKey, i: clickId, e: 1, o: order });
    await Promise.all(Array.from({ length: most + 1 }, (_, order) => report(known.clickId, order)));
    await report(other.clickId, 0);
    const reasons = (await collected(most + 2)).visits.map(({ reason }) => reason);
    expect(reasons.slice(0, most).every((reason) => reason === 0)).toBe(true);
    expect(reasons.slice(most)).toEqual([FILTER_REASONS.rate_limit.code, 0]);
  });
});
