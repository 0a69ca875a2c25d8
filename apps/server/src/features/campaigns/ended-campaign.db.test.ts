import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { createTestApi, type TestApi, type TestUser } from '../../http/testing/test-api.ts';
import { adSetFieldsOf, campaignFieldsOf } from '../testing/fixtures.ts';

let api: TestApi;
let owner: TestUser;
let id: number;

const spring = { ...campaignFieldsOf('Spring'), endDate: '2026-05-12' };
const { objective: _, ...fields } = spring;

beforeAll(async () => {
  api = await createTestApi();
});
afterAll(async () => {
  await api.close();
});

/** Rejected, and its last day went by before it was submitted again: the job completes only what ran or was paused. */
beforeEach(async () => {
  api.now = new Date('2026-05-10T12:00:00Z');
  owner = await api.user();
  const created = await api.call('POST', '/advertiser/campaigns', {
    token: owner.token,
    body: {
      campaign: spring,
      adSet: adSetFieldsOf('a'),
      requestKey: `ended-campaign-${owner.id}`,
    },
  });
  ({ campaignId: id } = created.data as { campaignId: number });
  await api.deps.db.updateTable('campaign').set({ status: 'rejected' }).where('id', '=', id).execute();
  api.now = new Date('2026-05-13T12:00:00Z');
});

const put = async (change: object, path = '') =>
  await api.call('PUT', `/advertiser/campaigns/${id}${path}`, {
    token: owner.token,
    body: { ...fields, version: 1, ...change },
  });
const faults = async (change: object) =>
  ((await put(change)).error?.issues ?? []).map((issue) => [issue.path, issue.code, issue.message]);

it('is renamed, also in the list', async () => {
  expect(await put({ name: 'Spring 2026' })).toMatchObject({
    status: 200,
    data: { name: 'Spring 2026', endDate: '2026-05-12', version: 2 },
  });
  const { totalBudget, dailyBudget } = fields;
  const body = { name: 'Spring, over', totalBudget, dailyBudget, version: 2 };
  expect(await put(body, '/name-and-budgets')).toMatchObject({ status: 200, data: { name: 'Spring, over' } });
});

it('is archived', async () => {
  const archived = await api.call('POST', `/advertiser/campaigns/${id}/actions`, {
    token: owner.token,
    body: { action: 'archive' },
  });
  expect(archived).toMatchObject({ status: 200, data: { status: 'archived' } });
});

it('may get no days that are over or the wrong way round', async () => {
  const past = ['endDate', 'end_date_in_past', 'The end date must not be in the past'];
  expect(await faults({ endDate: '2026-05-11' })).toEqual([past]);
  expect(await faults({ startDate: '2026-05-02' })).toEqual([past]);
  expect(await faults({ startDate: '2026-08-01' })).toEqual([
    ['endDate', 'end_date_before_start', 'The end date must not be before the start date'],
  ]);
  expect(await put({ endDate: '2026-05-13' })).toMatchObject({ status: 200 });
});

it('may get no budgets that do not fit each other or what was spent', async () => {
  await api.deps.db
    .insertInto('campaign_spend')
    .values({ campaign_id: id, spent_micros: 480_000_000n })
    .execute();
  expect(await faults({ dailyBudget: 501 })).toEqual([
    ['dailyBudget', 'daily_budget_exceeds_total', expect.any(String)],
  ]);
  expect(await faults({ totalBudget: 479 })).toEqual([
    ['totalBudget', 'total_budget_below_spent', expect.any(String)],
  ]);
});
