import type { FilteredSamples, TrafficDryRun, TrafficRuleRow } from '@placard/contract/traffic-rules';
import { FILTER_REASONS } from '@placard/domain/filter-reason';
import { SAMPLE_KEPT_MS, TRAFFIC_KIND_CODES } from '@placard/domain/traffic/event-sample';
import { MAX_TRAFFIC_RULES } from '@placard/domain/traffic/traffic-rule';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTestApi, type TestApi, type TestUser } from '../../http/testing/test-api.ts';
import { whileHeld } from '../../http/testing/while-held.ts';
import { watchNetwork } from '../../jobs/watch-network.ts';
import { TEST_NOW } from '../testing/fixtures.ts';
import { tryRules } from './dry-run.ts';

const DAY_MS = 24 * 3_600_000;

let api: TestApi;
let operator: TestUser;
let widgetId: number;
let websiteId: number;
beforeAll(async () => {
  api = await createTestApi();
  api.now = TEST_NOW;
  operator = await api.user({ roles: ['operator'], timeZone: 'UTC' });
  const publisher = await api.user({ roles: ['publisher'] });
  const { rows } = await sql<{ website: number; widget: number }>`
    with site as (insert into website (publisher_id, domain, categories, monthly_traffic, analytics_key, status)
      values (${publisher.accountId}, 'lights.example', '{politics}', 5, 'lights-website-key', 'active') returning id, publisher_id)
    insert into widget (website_id, publisher_id, type, name, embed_key)
    select id, publisher_id, 'banner', 'Beside', 'lights-embed-key' from site returning website_id as website, id as widget`.execute(
    api.deps.db,
  );
  widgetId = rows[0]?.widget ?? 0;
  websiteId = rows[0]?.website ?? 0;
});
afterAll(async () => {
  await api.close();
});
beforeEach(async () => {
  await sql`delete from traffic_rule`.execute(api.deps.db);
  await sql`delete from traffic_sample`.execute(api.deps.db);
});

const PATH = '/operator/traffic-rules';
const call = async (method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: object) =>
  await api.call(method, path, { token: operator.token, ...(body === undefined ? {} : { body }) });
const RULE = { field: 'network', value: '203.0.113.9/24', label: 'Click farm', enabled: true };
const create = async (change: object = {}) => await call('POST', PATH, { ...RULE, ...change });

const audited = async (id: number) =>
  await api.deps.db
    .selectFrom('audit_log')
    .select(['action', 'actor_user_id', 'detail'])
    .where('subject_kind', '=', 'traffic_rule')
    .where('subject_id', '=', id)
    .orderBy('id')
    .execute();

describe('rules for traffic', () => {
  it('are kept in one way, changed by who has seen the newest, and removed; each is in the audit log', async () => {
    const { data: made } = await create();
    expect(made).toMatchObject({ value: '203.0.113.0/24', label: 'Click farm', enabled: true, version: 1 });
    const { id } = made as TrafficRuleRow;
    const changed = { field: 'country', value: 'de', label: 'Nobody sells there', enabled: false };
    expect((await call('PUT', `${PATH}/${id}`, { ...changed, version: 2 })).error).toMatchObject({
      code: 'conflict_version',
    });
    expect((await call('PUT', `${PATH}/${id}`, { ...changed, version: 1 })).data).toMatchObject({
      ...{ field: 'country', value: 'DE', enabled: false, version: 2 },
    });
    // Saved as it is, nothing has changed.
    expect((await call('PUT', `${PATH}/${id}`, { ...changed, version: 2 })).data).toMatchObject({
      version: 2,
    });
    expect((await call('DELETE', `${PATH}/${id}`)).status).toBe(200);
    expect((await call('DELETE', `${PATH}/${id}`)).error).toMatchObject({ code: 'traffic_rule_not_found' });
    expect((await call('GET', PATH)).data).toEqual({ items: [] });
    const first = { field: 'network', value: '203.0.113.0/24', label: 'Click farm', enabled: true };
    const last = { ...changed, value: 'DE' };
    const edits = Object.entries(last).map(([key, after]) => [
      key,
      { before: first[key as keyof typeof first], after },
    ]);
    expect(await audited(id)).toEqual([
      { action: 'traffic_rule.create', actor_user_id: operator.id, detail: first },
      { action: 'traffic_rule.edit', actor_user_id: operator.id, detail: Object.fromEntries(edits) },
      { action: 'traffic_rule.remove', actor_user_id: operator.id, detail: last },
    ]);
  });

  it('are each changed and removed by themselves, and listed newest first', async () => {
    const made = async (change: object) => (await create(change)).data as TrafficRuleRow;
    const [first, second] = [await made({}), await made({ value: '198.51.100.0/24' })];
    const items = async () =>
      ((await call('GET', PATH)).data as { items: TrafficRuleRow[] }).items.map(({ id, label }) => [
        id,
        label,
      ]);
    const edit = async (rule: TrafficRuleRow, change: object) =>
      await call('PUT', `${PATH}/${rule.id}`, { ...RULE, version: 1, ...change });
    // Another one is like that already; its own value it may keep.
    const refused = await edit(second, {});
    expect([refused.error?.code, refused.error?.message]).toEqual([
      'conflict_status',
      expect.stringContaining('Click farm'),
    ]);
    expect((await edit(second, { value: '198.51.100.9/24', label: 'Theirs' })).status).toBe(200);
    expect(await items()).toEqual([
      [second.id, 'Theirs'],
      [first.id, 'Click farm'],
    ]);
    const twice = [1, 2].map(async () => (await call('DELETE', `${PATH}/${first.id}`)).status);
    expect((await Promise.all(twice)).sort()).toEqual([200, 404]);
    expect((await audited(first.id)).map(({ action }) => action)).toEqual([
      'traffic_rule.create',
      'traffic_rule.remove',
    ]);
    expect(await items()).toEqual([[second.id, 'Theirs']]);
  });

  it('are made once of many at once, and changed by one of two who have seen the same', async () => {
    const all = await Promise.all([1, 2, 3].map(async () => await create()));
    expect(all.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
    const id = (all.find(({ status }) => status === 200)?.data as TrafficRuleRow | undefined)?.id;
    const change = { ...RULE, label: 'Another name', version: 1 };
    const two = await Promise.all([1, 2].map(async () => await call('PUT', `${PATH}/${id}`, change)));
    expect(two.map(({ status }) => status).sort()).toEqual([200, 409]);
  });

  it('are made once also where both had looked for one like it before either was written', async () => {
    const both = async () => await Promise.all([create(), create()]);
    const { result } = await whileHeld(api.pool, 'lock table traffic_rule in share mode', both, 2);
    expect(result.map(({ status }) => status).sort()).toEqual([200, 409]);
  });

  it('are refused where the value is none of the field, and where there is one like it', async () => {
    expect((await create({ value: 'shop' })).status).toBe(422);
    expect((await create({ field: 'user_agent', value: 'ab' })).status).toBe(422);
    expect((await create()).status).toBe(200);
    expect((await create({ value: '203.0.113.77/24' })).error).toMatchObject({ code: 'conflict_status' });
  });

  it('are so many and no more', async () => {
    await sql`insert into traffic_rule (field, value, label, enabled, created_at)
      select 'user_agent', 'agent ' || n, 'Many', false, now() from generate_series(2, ${MAX_TRAFFIC_RULES}::int) n`.execute(
      api.deps.db,
    );
    expect((await create()).status).toBe(200);
    expect((await create({ value: '198.51.100.0/24' })).error).toMatchObject({ code: 'conflict_status' });
  });
});

type Drawn = {
  ago?: number;
  kind?: number;
  reason?: number;
  weight?: number;
  network?: string;
  charge?: number;
  page?: boolean;
};

async function drawn(count: number, { ago = DAY_MS, kind = 1, reason = 0, weight = 1, ...more }: Drawn = {}) {
  const { network = '198.51.100.0/24', charge = 0, page = false } = more;
  await sql`
    insert into traffic_sample (at, shard, kind, reason, weight, widget_id, website_id, network, user_agent, page_host, country, charge_micros)
    select ${new Date(TEST_NOW.getTime() - ago)}, 0, ${kind}, ${reason}, ${weight}, ${page ? 0 : widgetId},
           ${page ? websiteId : 0}, ${network}, 'Mozilla/5.0',
           'lights.example', 'DE', ${charge} from generate_series(1, ${count})`.execute(api.deps.db);
}
const RULE_OF_FARM = { field: 'network' as const, value: '203.0.113.0/24' };
const FARM = { network: '203.0.113.0/24' };
const dryRun = async (query = '') => (await call('GET', `${PATH}/dry-run${query}`)).data as TrafficDryRun;

describe('a dry run', () => {
  it('says by the sample of yesterday what a rule would have filtered, of all and of each website', async () => {
    await drawn(75);
    await drawn(25, FARM);
    await drawn(1, { ...FARM, kind: 2, charge: 3_000 });
    await drawn(1, { kind: 2, charge: 1_000 });
    await drawn(5, { ...FARM, ago: 0 });
    await drawn(5, { ...FARM, ago: 2 * DAY_MS });
    const found = await dryRun('?field=network&value=203.0.113.0%2F24');
    expect(found).toMatchObject({ sampled: 102, estimatedEvents: 102, cut: false });
    expect(found.all.impressions).toMatchObject({ share: 0.25, drawn: 100 });
    expect(found.all.impressions?.margin).toBeCloseTo(0.085, 3);
    expect(found.all.charged).toMatchObject({ share: 0.75, drawn: 2 });
    expect(found.all.clicks).toBeNull();
    expect(found.rules).toMatchObject([{ id: null, value: '203.0.113.0/24', atMost: false }]);
    expect(found.websites).toMatchObject([{ websiteId, domain: 'lights.example', charged: { share: 0.75 } }]);
  });

  it('says the same of page views, visits and conversions, of the website they are of', async () => {
    const { page_view, visit, conversion } = TRAFFIC_KIND_CODES;
    await drawn(3, { kind: page_view, page: true });
    await drawn(1, { ...FARM, kind: page_view, page: true });
    await drawn(2, { ...FARM, kind: visit });
    await drawn(2, { kind: visit });
    await drawn(4, { kind: conversion });
    const found = await dryRun('?field=network&value=203.0.113.0%2F24');
    const shares = {
      ...{ pageViews: { share: 0.25, drawn: 4 }, visits: { share: 0.5, drawn: 4 } },
      ...{ conversions: { share: 0, drawn: 4 }, impressions: null, clicks: null, charged: null },
    };
    expect(found.all).toMatchObject(shares);
    expect(found.websites).toMatchObject([{ websiteId, domain: 'lights.example', ...shares }]);
    expect((await dryRun('?field=website_domain&value=lights.example')).all.pageViews?.share).toBe(1);
  });

  it('says that a network finer than the sample knows is a bound', async () => {
    await drawn(1, FARM);
    const tried = async (value: string, field = 'network') =>
      (await dryRun(`?field=${field}&value=${encodeURIComponent(value)}`)).rules[0];
    expect(await tried('203.0.113.0/25')).toMatchObject({ atMost: true, impressions: { share: 1 } });
    expect((await tried('203.0.113.0/24'))?.atMost).toBe(false);
    expect((await tried('2001:db8::/49'))?.atMost).toBe(true);
    expect((await tried('2001:db8::/48'))?.atMost).toBe(false);
    expect((await tried('203.0.113.0/25', 'user_agent'))?.atMost).toBe(false);
  });

  it('is of the operator’s yesterday, from midnight to midnight, each for as many as it stands for', async () => {
    const HOUR_MS = 3_600_000;
    await drawn(1, { ago: 12 * HOUR_MS });
    await drawn(1, { ago: 12 * HOUR_MS + 1, weight: 3 });
    await drawn(2, { ...FARM, ago: 36 * HOUR_MS, weight: 5 });
    await drawn(1, { ago: 36 * HOUR_MS + 1 });
    const found = await dryRun('?field=network&value=203.0.113.0%2F24');
    expect(found).toMatchObject({ day: '2026-05-12', sampled: 3, estimatedEvents: 13 });
    expect(found.all.impressions?.share).toBeCloseTo(10 / 13);
  });

  it('reads the first of the day where there are more than it reads, and says so', async () => {
    await drawn(2, FARM);
    await drawn(2, { ...FARM, ago: DAY_MS - 1 });
    await drawn(1, { ago: DAY_MS + 1 });
    const read = async (most: number) => {
      const { sampled, cut, all } = await tryRules(api.deps, operator.actor, RULE_OF_FARM, most);
      return [sampled, cut, all.impressions?.share];
    };
    expect([await read(2), await read(5)]).toEqual([
      [2, true, 0.5],
      [5, true, 0.8],
    ]);
    expect(await read(6)).toEqual([5, false, 0.8]);
  });

  it('names the fifty websites that would lose most, and none that would lose nothing', async () => {
    const { rows } = await sql<{ id: number }>`
      insert into website (publisher_id, domain, categories, monthly_traffic, analytics_key)
      select publisher_id, 'lost-' || n || '.example', '{pets}', 5, gen_random_uuid()::text
        from website, generate_series(1, 53) n where id = ${websiteId} returning id`.execute(api.deps.db);
    const [free = 0, ...ids] = rows.map(({ id }) => id).sort((a, b) => a - b);
    const onSite = async (id: number, network: string, charge: number) =>
      await sql`
        insert into traffic_sample (at, shard, kind, reason, weight, widget_id, website_id, network, user_agent, page_host, country, charge_micros)
        values (${new Date(TEST_NOW.getTime() - DAY_MS)}, 0, 2, 0, 1, 0, ${id}, ${network}, '', '', 'DE', ${charge})`.execute(
        api.deps.db,
      );
    for (const id of ids.slice(1)) {
      await onSite(id, FARM.network, 1_000);
      await onSite(id, '198.51.100.0/24', 1_000);
    }
    // Of what is not paid at all nothing is lost.
    await onSite(free, FARM.network, 0);
    // Of all that it is paid nothing is left to the last; the first has none of it.
    await onSite(ids.at(-1) ?? 0, FARM.network, 8_000);
    await onSite(ids[0] ?? 0, '198.51.100.0/24', 1_000);
    const { websites } = await dryRun('?field=network&value=203.0.113.0%2F24');
    expect(websites.map((one) => one.websiteId)).toEqual([ids.at(-1), ...ids.slice(1, 50)]);
    expect(websites[0]).toMatchObject({ domain: expect.stringMatching(/^lost-/), charged: { share: 0.9 } });
    await onSite(ids[7] ?? 0, '192.0.2.0/24', 0);
    const one = await dryRun('?field=network&value=192.0.2.0%2F24');
    expect(one.websites.map((lost) => [lost.websiteId, lost.clicks, lost.charged?.share])).toEqual([
      [ids[7], null, 0],
    ]);
  });

  it('tries all rules there are, each by itself, and what they filtered already is theirs', async () => {
    await create({ enabled: false });
    await create({ field: 'country', value: 'FR', label: 'None' });
    await drawn(1);
    await drawn(3, { ...FARM, reason: FILTER_REASONS.traffic_rule.code });
    await drawn(4, { ...FARM, reason: FILTER_REASONS.bot.code });
    await drawn(4, { ...FARM, weight: 0 });
    const { rules, all, sampled } = await dryRun();
    expect(sampled).toBe(4);
    expect(all.impressions?.share).toBe(0.75);
    expect(rules.map(({ label, impressions }) => [label, impressions?.share])).toEqual([
      ['None', 0],
      ['Click farm', 0.75],
    ]);
  });

  it('refuses half a rule, and is of nothing where nothing was drawn', async () => {
    expect((await call('GET', `${PATH}/dry-run?field=country`)).status).toBe(422);
    expect((await call('GET', `${PATH}/dry-run?field=country&value=XX`)).status).toBe(422);
    expect(await dryRun('?field=country&value=DE')).toMatchObject({ sampled: 0, all: { impressions: null } });
  });
});

it('examples of each reason are the newest twenty, and nothing that was not filtered', async () => {
  await drawn(3);
  await drawn(21, { reason: FILTER_REASONS.bot.code, weight: 0 });
  await drawn(1, { reason: FILTER_REASONS.bot.code, ago: 0, network: '' });
  await drawn(2, { reason: FILTER_REASONS.repeated.code, weight: 0, network: '' });
  const { reasons } = (await call('GET', '/operator/health/filtered-samples')).data as FilteredSamples;
  expect(reasons.map(({ reason, examples }) => [reason, examples.length])).toEqual([
    ['bot', 20],
    ['repeated', 2],
  ]);
  expect(reasons[0]?.examples[0]).toMatchObject({
    ...{ at: TEST_NOW.toISOString(), kind: 'impression', network: '', country: 'DE' },
    website: { id: websiteId, domain: 'lights.example' },
  });
});

it('an example of nobody’s website names none', async () => {
  await drawn(1, { reason: FILTER_REASONS.bot.code, page: true, kind: TRAFFIC_KIND_CODES.click });
  await sql`update traffic_sample set website_id = 0`.execute(api.deps.db);
  const { reasons } = (await call('GET', '/operator/health/filtered-samples')).data as FilteredSamples;
  expect(reasons).toEqual([
    {
      reason: 'bot',
      examples: [
        {
          ...{ at: new Date(TEST_NOW.getTime() - DAY_MS).toISOString(), kind: 'click', website: null },
          ...{
            network: '198.51.100.0/24',
            userAgent: 'Mozilla/5.0',
            pageHost: 'lights.example',
            country: 'DE',
          },
        },
      ],
    },
  ]);
});

it('an example of a page view names its website', async () => {
  await drawn(1, {
    kind: TRAFFIC_KIND_CODES.page_view,
    page: true,
    reason: FILTER_REASONS.traffic_rule.code,
  });
  const { reasons } = (await call('GET', '/operator/health/filtered-samples')).data as FilteredSamples;
  expect(reasons[0]?.examples).toMatchObject([
    { kind: 'page_view', website: { id: websiteId, domain: 'lights.example' } },
  ]);
});

it('samples are gone after two days, all of them in several statements, unless the worker stops', async () => {
  await drawn(1, { ago: SAMPLE_KEPT_MS });
  await drawn(3, { ago: SAMPLE_KEPT_MS + 1 });
  const watched = { ...api.deps, mailServer: false };
  await watchNetwork(watched, { stopping: AbortSignal.abort() });
  expect(await api.deps.db.selectFrom('traffic_sample').select('id').execute()).toHaveLength(4);
  await watchNetwork(watched, { rowsAtOnce: 2 });
  const rows = await api.deps.db.selectFrom('traffic_sample').select('id').execute();
  expect(rows).toHaveLength(1);
});
