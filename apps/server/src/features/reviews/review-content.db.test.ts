import { createTestDatabase, type TestDatabase } from '@placard/db/testing/database';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Actor } from '../../deps.ts';
import { createActor, createTestCampaign, type TestDeps, testDeps } from '../testing/fixtures.ts';
import { readRelatedWebsites } from './related-websites.ts';
import { readReviewContent } from './review-content.ts';
import { compareFields } from './review-snapshot.ts';

let database: TestDatabase;
let deps: TestDeps;
let me: Actor;
let names = 0;

beforeAll(async () => {
  database = await createTestDatabase();
  deps = testDeps(database.db);
});
afterAll(async () => {
  await database.drop();
});
beforeEach(async () => {
  me = await createActor(database.db, ['advertiser', 'publisher']);
});

const run = async (text: string, ...values: readonly unknown[]) =>
  (await database.pool.query<Record<string, unknown>>(text, [...values])).rows;
const newId = async (text: string, ...values: readonly unknown[]) =>
  Number((await run(text, ...values))[0]?.id);

/** What a reviewer reads, by what it is of. */
async function shown(kind: 'campaign' | 'creative' | 'website', id: number) {
  const content = await readReviewContent(deps, kind, id);
  return { ...content, fields: (content?.fields ?? []).map(({ label, value }) => [label, value]) };
}

describe('what a reviewer reads of a campaign', () => {
  it('is all that it says, with each ad set in one line, but not archived ones', async () => {
    const { campaignId, adSetId } = await createTestCampaign(deps, me);
    await run("update campaign set category = 'pets', description = 'Leads' where id = $1", campaignId);
    await run(
      `update ad_set set description = 'Walkers', daily_budget_micros = 5000000, bid_micros = 2500000, frequency_cap_per_day = 3
        where id = $1`,
      adSetId,
    );
    const plain = await newId(
      `insert into ad_set (campaign_id, name, total_budget_micros, days_of_week, start_minute, end_minute)
       values ($1, 'Anyone', 9000000, '{1,2,3,4,5,6,7}', 60, 60) returning id`,
      campaignId,
    );
    await run(
      "insert into ad_set (campaign_id, name, total_budget_micros, archived_at) values ($1, 'Gone', 1000000, now())",
      campaignId,
    );
    const content = await shown('campaign', campaignId);
    expect(content.fields).toEqual([
      ...[
        ['Name', 'Spring'],
        ['Objective', 'BRAND_AWARENESS'],
        ['Category', 'Pet Ownership'],
      ],
      ...[
        ['Description', 'Leads'],
        ['Total budget', '500.00'],
        ['Daily budget', '50.00'],
      ],
      ...[
        ['Start date', '2026-05-01'],
        ['End date', '2026-06-30'],
      ],
      [
        `Ad set ${adSetId}`,
        [
          ...[
            'Spring everywhere',
            'Walkers',
            'budget 500.00',
            '5.00 a day',
            'DE, AT',
            'desktop, mobile',
            'de',
          ],
          ...[
            '08:00–22:30, Mon, Tue, Fri',
            'bid 2.50 per 1,000 viewable impressions',
            '3 times a day per viewer',
          ],
        ].join(' · '),
      ],
      [
        `Ad set ${plain}`,
        'Anyone · budget 9.00 · everywhere · desktop, mobile, tablet · any language · all day, every day',
      ],
    ]);
    expect(content).toMatchObject({
      ...{ name: 'Spring', version: 1, imageUrl: null, frameUrl: null, size: null, related: [] },
      owner: { id: me.accountId, name: expect.stringContaining('Ada Number') },
    });
    await run(
      `update campaign set objective = 'TRAFFIC', category = null, daily_budget_micros = null, end_date = null where id = $1`,
      campaignId,
    );
    const { fields } = await shown('campaign', campaignId);
    expect(fields.slice(1, 8)).toEqual([
      ...[
        ['Objective', 'TRAFFIC'],
        ['Category', ''],
        ['Description', 'Leads'],
        ['Total budget', '500.00'],
      ],
      ...[
        ['Daily budget', ''],
        ['Start date', '2026-05-01'],
        ['End date', ''],
      ],
    ]);
    expect(fields[8]?.[1]).toContain('bid 2.50 a click');
  });
});

describe('what a reviewer reads of a creative', () => {
  it('is its code in a frame, or its image and where that leads', async () => {
    const code = await newId(
      `insert into creative (advertiser_id, name, description, type, width_px, height_px, ad_code, public_key)
       values ($1, 'Lamp', 'Warm', 'third_party', 728, 90, '<b>ad</b>', gen_random_uuid()::text) returning id`,
      me.accountId,
    );
    await run("update account set company = 'Lanterns' where id = $1", me.accountId);
    const common = [
      ...[
        ['Name', 'Lamp'],
        ['Description', 'Warm'],
      ],
    ];
    const ofCode = await shown('creative', code);
    expect(ofCode.fields).toEqual([
      ...common,
      ...[
        ['Type', 'Third-party code'],
        ['Size', '728x90'],
        ['Ad code', '<b>ad</b>'],
      ],
    ]);
    expect(ofCode).toMatchObject({
      ...{
        imageUrl: null,
        frameUrl: expect.stringContaining('https://ads.test/f/'),
        size: { width: 728, height: 90 },
      },
      owner: { name: 'Lanterns' },
    });
    const key = `${'ab'.repeat(32)}.png`;
    await run(
      `with i as (insert into image (owner_id, file_key, width_px, height_px, size_bytes, media_type)
         values ($1, $3, 728, 90, 1, 'image/png') returning id)
       update creative set type = 'image', ad_code = null, alt_text = 'A lamp', click_url = 'https://shop.example/', image_id = i.id
         from i where creative.id = $2`,
      ...[me.accountId, code, key],
    );
    const ofImage = await shown('creative', code);
    expect(ofImage.fields).toEqual([
      ...common,
      ...[
        ['Type', 'Image'],
        ['Size', '728x90'],
        ['Image', key],
        ['Alt text', 'A lamp'],
      ],
      ['Click URL', 'https://shop.example/'],
    ]);
    expect([ofImage.imageUrl, ofImage.frameUrl]).toEqual([`https://ads.test/i/${key}`, null]);
  });
});

const website = async (domain: string, owner = me, values = '') =>
  await newId(
    `insert into website (publisher_id, domain, categories, monthly_traffic, traffic_range, analytics_key)
     values ($1, $2, '{pets,news_and_politics}', 12345, nullif($3, ''), gen_random_uuid()::text) returning id`,
    ...[owner.accountId, domain, values],
  );

describe('what a reviewer reads of a website', () => {
  it('is its domain, its categories by name, and the traffic as it was told', async () => {
    const id = await website('told.example');
    const content = await shown('website', id);
    expect(content.fields).toEqual([
      ...[
        ['Domain', 'told.example'],
        ['Categories', expect.stringMatching(/^Pets, .*Politics/)],
      ],
      ['Monthly traffic', '12,345'],
    ]);
    const ranged = await website('ranged.example', me, '10000_50000');
    expect((await shown('website', ranged)).fields[2]).toEqual(['Monthly traffic', '10,000–50,000']);
  });

  it('are at most twenty neighbours, parents first, by domain, with whose they are', async () => {
    const other = await createActor(database.db, ['publisher']);
    const mine = {
      id: await website('a.b.harbour.example'),
      domain: 'a.b.harbour.example',
      publisher_id: me.accountId,
    };
    expect(await readRelatedWebsites(database.db, mine)).toEqual([]);
    for (const domain of [
      'harbour.example',
      'b.harbour.example',
      'example.a.b.harbour.example',
      'xa.b.harbour.example',
    ])
      await website(domain, other);
    const theirs = await readRelatedWebsites(database.db, mine);
    expect(theirs.map(({ domain, relation }) => [domain, relation])).toEqual([
      ['b.harbour.example', 'parent'],
      ['harbour.example', 'parent'],
      ['example.a.b.harbour.example', 'subdomain'],
    ]);
    const card = {
      id: other.accountId,
      name: expect.stringContaining('Ada Number'),
      email: expect.stringContaining('@'),
    };
    expect(theirs[0]).toMatchObject({ status: 'pending', publisher: card });
    for (let n = 1; n <= 18; n += 1) {
      names += 1;
      await website(`n${names}.a.b.harbour.example`, other);
    }
    const most = await readRelatedWebsites(database.db, mine);
    expect([most.length, most[0]?.relation, most.at(-1)?.relation]).toEqual([20, 'parent', 'subdomain']);
  });
});

it('what is not there has nothing to read', async () => {
  for (const kind of ['campaign', 'creative', 'website'] as const)
    expect(await readReviewContent(deps, kind, 2_000_000)).toBeNull();
});

it('a field that was approved as it is has nothing before it, a new one was empty, and what is gone comes last', () => {
  const day = (of: string) => ({ as: 'day', day: of }) as const;
  const field = (key: string, value: string) => ({ key, label: key.toUpperCase(), value, said: day(value) });
  const fields = [field('a', '1'), field('b', '2'), field('c', '')];
  expect(compareFields(fields, null).map(({ before, saidBefore }) => [before, saidBefore])).toEqual(
    fields.map(() => [null, null]),
  );
  // `gone` and `d` are of a time that kept no more than a text.
  const snapshot = {
    gone: { label: 'Gone', value: '9' },
    went: { label: 'Went', value: '8', said: day('8') },
    a: { label: 'Old', value: '1', said: day('1') },
    c: { label: 'C', value: '3', said: day('3') },
    d: { label: 'D', value: '5' },
  };
  expect(compareFields([...fields, field('d', '4')], snapshot)).toEqual([
    { key: 'a', field: 'A', value: '1', said: day('1'), before: null, saidBefore: null },
    { key: 'b', field: 'B', value: '2', said: day('2'), before: '', saidBefore: null },
    { key: 'c', field: 'C', value: '', said: day(''), before: '3', saidBefore: day('3') },
    { key: 'd', field: 'D', value: '4', said: day('4'), before: '5', saidBefore: null },
    { key: 'gone', field: 'Gone', value: '', said: null, before: '9', saidBefore: null },
    { key: 'went', field: 'Went', value: '', said: null, before: '8', saidBefore: day('8') },
  ]);
});

it('what is ours to word is typed beside its plain text, what its owner wrote is not', async () => {
  const { campaignId, adSetId } = await createTestCampaign(deps, me);
  await run("update campaign set category = 'pets', end_date = null where id = $1", campaignId);
  const said = async (kind: 'campaign' | 'creative' | 'website', id: number) =>
    Object.fromEntries(
      ((await readReviewContent(deps, kind, id))?.fields ?? []).map((of) => [of.key, of.said]),
    );
  expect(await said('campaign', campaignId)).toEqual({
    ...{ name: null, description: null, endDate: null },
    objective: { as: 'objective', objective: 'BRAND_AWARENESS' },
    category: { as: 'adCategory', category: 'pets' },
    totalBudget: { as: 'amount', amount: 500 },
    dailyBudget: { as: 'amount', amount: 50 },
    startDate: { as: 'day', day: '2026-05-01' },
    [`adSet.${adSetId}`]: expect.objectContaining({
      ...{ as: 'adSet', objective: 'BRAND_AWARENESS', name: 'Spring everywhere', totalBudget: 500 },
      ...{ locations: ['DE', 'AT'], devices: ['desktop', 'mobile'], languages: ['de'] },
      ...{ startTime: '08:00', endTime: '22:30', daysOfWeek: [1, 2, 5] },
    }),
  });
  await run('update campaign set category = null, daily_budget_micros = null where id = $1', campaignId);
  expect(await said('campaign', campaignId)).toMatchObject({ category: null, dailyBudget: null });
  const code = await newId(
    `insert into creative (advertiser_id, name, type, width_px, height_px, ad_code, public_key)
     values ($1, 'Lamp', 'third_party', 728, 90, '<b>ad</b>', gen_random_uuid()::text) returning id`,
    me.accountId,
  );
  expect(await said('creative', code)).toEqual({
    ...{ name: null, description: null, size: null, adCode: null },
    type: { as: 'creativeType', type: 'third_party' },
  });
  const categories = { as: 'websiteCategories', categories: ['pets', 'news_and_politics'] };
  expect(await said('website', await website('typed.example'))).toEqual({
    ...{ domain: null, categories },
    traffic: { as: 'traffic', least: 12_345, most: null },
  });
  expect(await said('website', await website('typed-range.example', me, '10000_50000'))).toMatchObject({
    traffic: { as: 'traffic', least: 10_000, most: 50_000 },
  });
});
