import { CLICK_PARAMETER } from '@placard/contract/wire/collect-protocol';
import {
  RECORD_TYPE_PAGE_VIEW,
  RECORD_TYPE_VISIT,
  readPageView,
  readVisit,
} from '@placard/contract/wire/collect-record';
import type { AdsAnswer } from '@placard/contract/wire/tag-protocol';
import { createTestDatabase, type TestDatabase } from '@placard/db/testing/database';
import { soon } from '@placard/db/testing/soon';
import { FILTER_REASONS } from '@placard/domain/filter-reason';
import { TRAFFIC_KIND_CODES } from '@placard/domain/traffic/event-sample';
import type { TrafficField } from '@placard/domain/traffic/traffic-rule';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { insertServing, type Serving } from './testing/network.ts';
import { type RunningDelivery, runDelivery } from './testing/running-delivery.ts';

const AGENT =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/156.0.0.0 Safari/537.36';
const RULED = FILTER_REASONS.traffic_rule.code;
const KIND = TRAFFIC_KIND_CODES;
const RULES_HOLD_WITHIN_MS = 3_000;

let database: TestDatabase;
let delivery: RunningDelivery;
let serving: Serving;
let siteKey: string;
let campaignKey: string;
let shippedTo = 0n;

beforeAll(async () => {
  database = await createTestDatabase();
  serving = await insertServing(database.pool, { domain: 'lights.example' });
  const { rows } = await database.pool.query<{ site: string; campaign: string }>(
    'select w.analytics_key as site, c.analytics_key as campaign from website w, campaign c',
  );
  siteKey = rows[0]?.site ?? '';
  campaignKey = rows[0]?.campaign ?? '';
  const environment = { PLACARD_TRUSTED_PROXIES: '127.0.0.1', PLACARD_DEFAULT_COUNTRY: '' };
  delivery = await runDelivery({ databaseUrl: database.url, environment });
});
afterAll(async () => {
  await delivery?.end();
  await database?.drop();
});

type Call = { readonly origin?: string; readonly address?: string; readonly agent?: string };

const headersOf = ({ origin = 'https://lights.example', address = '198.51.100.7', agent = AGENT }: Call) => ({
  ...{ origin, 'x-forwarded-for': address, 'user-agent': agent },
});
const post = (body: object, call: Call = {}) =>
  delivery.get('/collect', { method: 'POST', body: JSON.stringify(body), headers: headersOf(call) });

/** Reasons of what was told of the analytics code since the last time, in order. */
async function reasons(count: number): Promise<number[]> {
  let found: number[] = [];
  await soon(async () => {
    const { rows } = await database.pool.query<{ spool_end: bigint; body: Buffer }>(
      'select spool_end, body from event_batch where spool_offset >= $1 order by spool_offset',
      [shippedTo],
    );
    found = rows.flatMap(({ body }) => reasonsIn(body));
    expect(found).toHaveLength(count);
    shippedTo = BigInt(rows.at(-1)?.spool_end ?? shippedTo);
  });
  return found;
}

function reasonsIn(body: Buffer): number[] {
  const found: number[] = [];
  for (let at = 0; at < body.length; at += body.readUInt16BE(at)) {
    const record = body.subarray(at, at + body.readUInt16BE(at));
    const view = record[2] === RECORD_TYPE_PAGE_VIEW ? readPageView(record) : null;
    const visit = record[2] === RECORD_TYPE_VISIT ? readVisit(record) : null;
    if (view !== null) found.push(view.reason);
    if (visit !== null) found.push(visit.reason);
  }
  return found;
}

async function clickId(): Promise<string> {
  const answer = await delivery.get(`/a?w=${serving.widget.key}.300&l=en`, { headers: headersOf({}) });
  const { t } = ((await answer.json()) as AdsAnswer).a[0] ?? {};
  const response = await delivery.get(`/c/${t ?? ''}`, { headers: headersOf({}) });
  return new URL(response.headers.get('location') ?? '').searchParams.get(CLICK_PARAMETER) ?? '';
}

/** Has these rules instead of all others and waits until this process knows them. @returns how long that took */
async function rules(...all: readonly (readonly [TrafficField, string])[]): Promise<number> {
  const before = performance.now();
  await database.pool.query(
    `with gone as (delete from traffic_rule)
     insert into traffic_rule (field, value, label, enabled, created_at)
     select field, value, 'Tried', true, now() from unnest($1::text[], $2::text[]) as t (field, value)`,
    [all.map(([field]) => field), all.map(([, value]) => value)],
  );
  const asked = new Set(all.map(([field]) => field));
  await soon(() => expect(delivery.trafficRules().asks).toEqual(asked));
  return performance.now() - before;
}

const SHOP = { origin: 'https://shop.example' };

describe('what the analytics code tells, held against rules of who sends it', () => {
  beforeAll(async () => {
    const took = await rules(
      ['network', '203.0.113.0/24'],
      ['user_agent', 'ClickFarm'],
      ['page_domain', 'shop.lights.example'],
      ['page_domain', 'fake.example'],
      ['country', 'US'],
    );
    expect(took).toBeLessThan(RULES_HOLD_WITHIN_MS);
  });

  test.each<[TrafficField, Call, Call]>([
    ['network', { address: '203.0.113.255' }, { address: '203.0.114.0' }],
    ['user_agent', { agent: `${AGENT} clickfarm/2` }, { agent: `${AGENT} click/2` }],
    ['page_domain', { origin: 'https://www.shop.lights.example' }, { origin: 'https://lights.example' }],
    ['country', { address: '8.8.8.8' }, { address: '198.51.100.7' }],
  ])('page views by %s', async (_, named, beside) => {
    await post({ s: siteKey, p: '/' }, named);
    await post({ s: siteKey, p: '/' }, beside);
    expect(await reasons(2)).toEqual([RULED, 0]);
  });

  test('visits and conversions', async () => {
    const i = await clickId();
    for (const call of [{ ...SHOP, address: '203.0.113.1' }, SHOP]) {
      await post({ c: campaignKey }, call);
      await post({ c: campaignKey, i }, call);
      await post({ c: campaignKey, i, e: 1 }, call);
    }
    expect(await reasons(6)).toEqual([RULED, RULED, RULED, 0, 0, 0]);
  });

  test('a bot is one still, a made-up click id is one, and a page elsewhere is the rule’s', async () => {
    await post({ c: campaignKey }, { ...SHOP, agent: 'curl/8', address: '203.0.113.1' });
    await post({ c: campaignKey, i: 'A'.repeat(80), e: 1 }, { origin: 'https://fake.example' });
    await post({ s: siteKey, p: '/' }, { origin: 'https://fake.example' });
    const { bot, forged_token } = FILTER_REASONS;
    expect(await reasons(3)).toEqual([bot.code, forged_token.code, RULED]);
  });
});

describe('what the analytics code tells, held against a rule of the website', () => {
  beforeAll(async () => {
    await rules(['website_domain', 'lights.example']);
  });

  test('page views are of the website whose code it is, whatever page has it', async () => {
    await post({ s: siteKey, p: '/' });
    await post({ s: siteKey, p: '/' }, { origin: 'https://copy.example' });
    expect(await reasons(2)).toEqual([RULED, RULED]);
  });

  test('visits and conversions are of the website of their click', async () => {
    const i = await clickId();
    await post({ c: campaignKey }, SHOP);
    await post({ c: campaignKey, i }, SHOP);
    await post({ c: campaignKey, i, e: 1 }, SHOP);
    expect(await reasons(3)).toEqual([0, RULED, RULED]);
  });

  test('leaves samples of its own: the website of a page view, the widget of a visit’s click, no page without a click', async () => {
    await soon(async () => {
      const { rows } = await database.pool.query<object>(
        `select kind, widget_id, website_id, max(charge_micros)::int as charge, bool_and(network like '%.0/24') as coarse
           from traffic_sample where kind > 3 and network <> '' group by 1, 2, 3 order by 1, 2`,
      );
      const own = { charge: 0, coarse: true };
      expect(rows).toEqual([
        { kind: KIND.page_view, widget_id: 0, website_id: serving.websiteId, ...own },
        { kind: KIND.visit, widget_id: serving.widget.id, website_id: 0, ...own },
        { kind: KIND.conversion, widget_id: 0, website_id: 0, ...own },
        { kind: KIND.conversion, widget_id: serving.widget.id, website_id: 0, ...own },
      ]);
    });
  });
});
