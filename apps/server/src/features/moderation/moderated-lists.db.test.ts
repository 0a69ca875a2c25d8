import type { CampaignOfOperator, ModeratedCampaign } from '@placard/contract/moderated-campaigns';
import type {
  CreativeOfOperator,
  ModeratedCreative,
  ModeratedWebsite,
  WebsiteOfOperator,
} from '@placard/contract/moderation';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTestApi, type TestApi, type TestUser } from '../../http/testing/test-api.ts';
import { createTestCampaign } from '../testing/fixtures.ts';

let api: TestApi;
let operator: TestUser;
let ada: TestUser;
let company: TestUser;

beforeAll(async () => {
  api = await createTestApi();
  operator = await api.user({ roles: ['operator'] });
});
beforeEach(async () => {
  await run("update creative set status = 'archived'");
  await run("update website set status = 'archived'");
  await run("update campaign set status = 'archived'");
  ada = await api.user({ roles: ['advertiser', 'publisher'], firstName: 'Ada', lastName: 'Harbour' });
  company = await api.user({ roles: ['advertiser', 'publisher'] });
  await run("update account set company = 'Lantern Works' where id = $1", company.accountId);
});
afterAll(async () => {
  await api.close();
});

const run = async (text: string, ...values: readonly unknown[]) =>
  (await api.pool.query<Record<string, unknown>>(text, [...values])).rows;
const newId = async (text: string, ...values: readonly unknown[]) =>
  Number((await run(text, ...values))[0]?.id);
const get = async <Data>(path: string) =>
  (await api.call('GET', `/operator${path}`, { token: operator.token })).data as Data;
const listed = async <Row extends { id: number }>(path: string) =>
  await get<{ items: Row[]; total: number }>(path);
/** Ids of a list, and its total. */
const ids = async (path: string) => {
  const { items, total } = await listed(path);
  return [items.map(({ id }) => id), total];
};

const creative = async (name: string, owner: TestUser, day: number, status = 'active') =>
  await newId(
    `insert into creative (advertiser_id, name, type, width_px, height_px, ad_code, public_key, status, created_at, click_url)
     values ($1, $2, 'third_party', 300, 250, '<b>ad</b>', gen_random_uuid()::text, $4, $3, $5) returning id`,
    ...[owner.accountId, name, `2026-03-0${day}T00:00:00Z`, status, `https://${name.toLowerCase()}.example/`],
  );
const website = async (domain: string, owner: TestUser, day: number, status = 'active') =>
  await newId(
    `insert into website (publisher_id, domain, categories, monthly_traffic, analytics_key, status, created_at)
     values ($1, $2, '{pets}', 5, gen_random_uuid()::text, $4, $3) returning id`,
    ...[owner.accountId, domain, `2026-03-0${day}T00:00:00Z`, status],
  );

describe('everybody’s creatives', () => {
  it('stand newest first, in the order asked for, and page by page', async () => {
    const [b, a, c] = [
      await creative('Bbb', ada, 1),
      await creative('Aaa', company, 3, 'paused'),
      await creative('Ccc', ada, 2, 'pending'),
    ];
    expect(await ids('/creatives')).toEqual([[a, c, b], 3]);
    expect(await ids('/creatives?sort=createdAt')).toEqual([[b, c, a], 3]);
    expect(await ids('/creatives?sort=name')).toEqual([[a, b, c], 3]);
    expect(await ids('/creatives?sort=-status')).toEqual([[c, a, b], 3]);
    expect(await ids('/creatives?sort=name&pageSize=2&page=2')).toEqual([[c], 3]);
    // Of the same moment the newer number first, whichever way.
    await run("update creative set created_at = '2026-03-01'");
    expect(await ids('/creatives?sort=createdAt')).toEqual([[c, a, b], 3]);
  });

  it('are found by name, address, and whose they are; of a type, a state, an account or a campaign', async () => {
    const [lamp, desk] = [await creative('Lamp', ada, 1), await creative('Desk', company, 2, 'paused')];
    for (const search of ['LAM', 'lamp.example', ada.email])
      expect(await ids(`/creatives?search=${search}`)).toEqual([[lamp], 1]);
    expect(await ids('/creatives?search=lantern')).toEqual([[desk], 1]);
    expect(await ids('/creatives?search=L_mp')).toEqual([[], 0]);
    expect(await ids('/creatives?status=paused')).toEqual([[desk], 1]);
    expect(await ids('/creatives?type=image')).toEqual([[], 0]);
    expect(await ids(`/creatives?type=third_party&account=${ada.accountId}`)).toEqual([[lamp], 1]);
    const { campaignId, adSetId } = await createTestCampaign(api.deps, ada.actor);
    expect(await ids(`/creatives?campaign=${campaignId}`)).toEqual([[], 0]);
    await run('insert into creative_ad_set (creative_id, ad_set_id) values ($1, $2)', lamp, adSetId);
    expect(await ids(`/creatives?campaign=${campaignId}`)).toEqual([[lamp], 1]);
    await run('update ad_set set archived_at = now() where id = $1', adSetId);
    expect(await ids(`/creatives?campaign=${campaignId}`)).toEqual([[], 0]);
  });

  it('say whose they are, why one was rejected, and what may be done', async () => {
    const id = await creative('Lamp', ada, 1);
    await creative('Desk', company, 2);
    await run(
      "update creative set status = 'rejected', rejection_code = 'other', rejection_text = 'No.' where id = $1",
      id,
    );
    const { items } = await listed<ModeratedCreative>('/creatives?sort=name');
    expect(items.map(({ owner, actions }) => [owner.name, actions])).toEqual([
      ['Lantern Works', ['takeDown']],
      ['Ada Harbour', ['takeDown']],
    ]);
    expect(items[1]).toEqual({
      ...{
        id,
        name: 'Lamp',
        type: 'third_party',
        size: { width: 300, height: 250 },
        status: 'rejected',
        reason: 'No.',
      },
      owner: { id: ada.accountId, name: 'Ada Harbour', email: ada.email },
      ...{
        imageUrl: null,
        clickUrl: 'https://lamp.example/',
        createdAt: '2026-03-01T00:00:00.000Z',
        version: 1,
      },
      actions: ['takeDown'],
    });
    const one = async () => await get<CreativeOfOperator>(`/creatives/${id}`);
    expect(await one()).toMatchObject({
      ...{
        name: 'Lamp',
        actions: ['takeDown'],
        approved: false,
        adCode: '<b>ad</b>',
        adSets: [],
        altText: '',
      },
      frameUrl: expect.stringContaining('http://ads.test/f/'),
    });
    await run("update creative set status = 'pending', approved_at = now() where id = $1", id);
    expect(await one()).toMatchObject({ approved: true, actions: ['approve', 'reject', 'takeDown'] });
    await run("update creative set status = 'cancelled' where id = $1", id);
    expect((await listed<ModeratedCreative>('/creatives?status=cancelled')).items[0]?.actions).toEqual([]);
    const missing = await api.call('GET', '/operator/creatives/2000000', { token: operator.token });
    expect(missing.error?.code).toBe('creative_not_found');
  });
});

describe('everybody’s websites', () => {
  it('stand newest first, in the order asked for, and page by page', async () => {
    const [b, a, c] = [
      await website('b.example', ada, 1),
      await website('a.example', company, 3, 'pending'),
      await website('c.example', ada, 2, 'rejected'),
    ];
    expect(await ids('/websites')).toEqual([[a, c, b], 3]);
    expect(await ids('/websites?sort=createdAt')).toEqual([[b, c, a], 3]);
    expect(await ids('/websites?sort=-domain')).toEqual([[c, b, a], 3]);
    expect(await ids('/websites?sort=status')).toEqual([[b, a, c], 3]);
    expect(await ids('/websites?sort=domain&pageSize=2&page=2')).toEqual([[c], 3]);
  });

  it('are found by domain, as people write it too, and by whose they are', async () => {
    const [mine, theirs] = [
      await website('xn--bcher-kva.example', ada, 1),
      await website('desk.example', company, 2),
    ];
    for (const search of ['b%C3%BCch', 'bcher', ada.email])
      expect(await ids(`/websites?search=${search}`)).toEqual([[mine], 1]);
    for (const search of ['DESK', 'lantern'])
      expect(await ids(`/websites?search=${search}`)).toEqual([[theirs], 1]);
    expect(await ids(`/websites?account=${ada.accountId}`)).toEqual([[mine], 1]);
  });

  it('say whose they are, why one is off, and what may be done', async () => {
    const id = await website('off.example', ada, 1, 'rejected');
    await run("update website set rejection_code = 'other', rejection_text = 'Empty.' where id = $1", id);
    await run(
      `insert into widget (website_id, type, name, embed_key, status)
       select $1, 'banner', 'W' || n, 'off-example-widget-' || n, case n when 2 then 'archived' else 'active' end
         from generate_series(1, 3) n`,
      id,
    );
    expect((await listed<ModeratedWebsite>('/websites')).items).toEqual([
      {
        ...{
          id,
          domain: 'off.example',
          status: 'rejected',
          suspendedBy: null,
          reason: 'Empty.',
          widgetCount: 2,
        },
        owner: { id: ada.accountId, name: 'Ada Harbour', email: ada.email },
        ...{ createdAt: '2026-03-01T00:00:00.000Z', actions: [], version: 1 },
      },
    ]);
    const one = async () => await get<WebsiteOfOperator>(`/websites/${id}`);
    const first = await one();
    expect(first.widgets.map(({ name, status }) => [name, status])).toEqual([
      ['W3', 'active'],
      ['W1', 'active'],
    ]);
    expect(first).toMatchObject({
      ...{ actions: [], categories: ['pets'], monthlyTraffic: 5, measuredViews: null, adsTxt: 'unknown' },
      ...{ adsTxtCheckedAt: null, related: [], reason: 'Empty.' },
    });
    await run(
      "insert into website_traffic_day values ($1, ($2::timestamptz at time zone 'UTC')::date, 1)",
      id,
      api.now,
    );
    await run(
      "update website set ads_txt_checked_at = '2026-03-09T00:00:00Z', ads_txt_result = 'ok' where id = $1",
      id,
    );
    await run("update website set status = 'pending', suspension_text = null where id = $1", id);
    expect(await one()).toMatchObject({
      ...{
        measuredViews: 1,
        adsTxt: 'ok',
        adsTxtCheckedAt: '2026-03-09T00:00:00.000Z',
        actions: ['approve', 'reject'],
      },
    });
    await run("update website set status = 'active' where id = $1", id);
    expect((await one()).actions).toEqual(['reject', 'suspend']);
    const missing = await api.call('GET', '/operator/websites/2000000', { token: operator.token });
    expect(missing.error?.code).toBe('website_not_found');
  });
});

describe('everybody’s campaigns', () => {
  const campaign = async (
    name: string,
    owner: TestUser,
    day: number,
    values: { budget: number; end: string | null },
  ) => {
    const { campaignId: id } = await createTestCampaign(api.deps, owner.actor, name);
    await run(
      `update campaign set created_at = $2, start_date = $3, end_date = $4, total_budget_micros = $5, daily_budget_micros = null, status = 'active'
        where id = $1`,
      ...[id, `2026-03-0${day}T00:00:00Z`, `2026-03-0${9 - day}`, values.end, values.budget * 1_000_000],
    );
    return id;
  };

  it('stand newest first, in the order asked for, and page by page', async () => {
    const [b, a, c] = [
      await campaign('Bbb', ada, 1, { budget: 3, end: null }),
      await campaign('Aaa', company, 3, { budget: 2, end: '2026-06-01' }),
      await campaign('Ccc', ada, 2, { budget: 9, end: '2026-07-01' }),
    ];
    await run("update campaign set status = 'paused' where id = $1", b);
    expect(await ids('/campaigns')).toEqual([[a, c, b], 3]);
    expect(await ids('/campaigns?sort=createdAt')).toEqual([[b, c, a], 3]);
    expect(await ids('/campaigns?sort=name')).toEqual([[a, b, c], 3]);
    expect(await ids('/campaigns?sort=-status')).toEqual([[b, c, a], 3]);
    expect(await ids('/campaigns?sort=totalBudget')).toEqual([[a, b, c], 3]);
    expect(await ids('/campaigns?sort=startDate')).toEqual([[a, c, b], 3]);
    expect(await ids('/campaigns?sort=endDate')).toEqual([[a, c, b], 3]);
    expect(await ids('/campaigns?sort=name&pageSize=2&page=2')).toEqual([[c], 3]);
    for (const search of ['aa', 'lantern', company.email, a])
      expect(await ids(`/campaigns?search=${search}`)).toEqual([[a], 1]);
    expect(await ids('/campaigns?search=1234567')).toEqual([[], 0]);
    expect(await ids(`/campaigns?account=${ada.accountId}&status=active`)).toEqual([[c], 1]);
  });

  it('say whose they are, what may be done, and how they stand in the days of their account', async () => {
    await run("update account set time_zone = 'Pacific/Auckland' where id = $1", company.accountId);
    // They begin on the 11th, which it is in Auckland.
    const end = '2026-04-10';
    const [here, there] = [
      await campaign('Here', ada, 1, { budget: 9, end }),
      await campaign('There', company, 2, { budget: 9, end }),
    ];
    await run("update campaign set start_date = '2026-03-11' where id in ($1, $2)", here, there);
    const { items } = await listed<ModeratedCampaign>('/campaigns?sort=name');
    expect(items.map(({ id, owner, actions }) => [id, owner.name, actions])).toEqual([
      [here, 'Ada Harbour', ['pause', 'reject']],
      [there, 'Lantern Works', ['pause', 'reject']],
    ]);
    expect(items.map(({ note }) => note === 'scheduled')).toEqual([true, false]);
    expect(await get<CampaignOfOperator>(`/campaigns/${there}`)).toMatchObject({
      ...{ name: 'There', timeZone: 'Pacific/Auckland', currency: 'USD', actions: ['pause', 'reject'] },
      owner: { id: company.accountId, name: 'Lantern Works' },
    });
    for (const path of ['', '/diagnosis']) {
      const missing = await api.call('GET', `/operator/campaigns/2000000${path}`, { token: operator.token });
      expect(missing.status).toBe(404);
    }
  });
});
