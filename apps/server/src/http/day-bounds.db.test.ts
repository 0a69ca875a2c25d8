import { operationsOf, placesOf } from '@placard/contract/testing/walk-schemas';
import { REPORT_MAX_DAYS } from '@placard/domain/day-bounds';
import { addDays } from '@placard/domain/time-zone';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { z } from 'zod';
import type { Analytics } from '../analytics/open-analytics.ts';
import { openTestAnalytics } from '../analytics/testing/test-analytics.ts';
import { createTestApi, type TestApi, type TestUser } from './testing/test-api.ts';

let api: TestApi;
let me: TestUser;
let endAnalytics: () => Promise<void>;
const TODAY = '2026-03-10';

beforeAll(async () => {
  let analytics: Analytics;
  ({ analytics, end: endAnalytics } = await openTestAnalytics());
  api = await createTestApi({ analytics });
  me = await api.user({ roles: ['advertiser', 'publisher', 'operator'] });
});
afterAll(async () => {
  await api.close();
  await endAnalytics();
});

/** Everything that answers for the days from one to another. */
const reports = operationsOf().flatMap(({ name, procedure }) => {
  const schema = procedure['~orpc'].inputSchema as z.ZodType | undefined;
  const paths = new Set(schema === undefined ? [] : placesOf(schema).map(({ path }) => path));
  const { path } = procedure['~orpc'].route;
  return path !== undefined && paths.has('from') && paths.has('to') ? [{ name, path, paths }] : [];
});

it('there are reports to judge', () => {
  expect(reports.length).toBeGreaterThanOrEqual(8);
});

describe.each(reports)('$name', ({ path, paths }) => {
  const ask = async (from: string, to: string) => {
    const query = new URLSearchParams({ from, to });
    if (paths.has('metrics')) query.set('metrics', 'impressions');
    if (paths.has('format')) query.set('by', 'country');
    if (paths.has('ids')) query.set('ids', '1');
    const { status, error } = await api.call('GET', `${path}?${query}`, { token: me.token });
    return [status, error?.issues?.[0]?.path, error?.issues?.[0]?.code];
  };
  const taken = [200, undefined, undefined];

  it('runs forwards, is 800 days at most and ends tomorrow at the latest', async () => {
    expect(await ask(TODAY, addDays(TODAY, 1))).toEqual(taken);
    expect(await ask(TODAY, addDays(TODAY, 2))).toEqual([422, 'to', 'report_in_future']);
    expect(await ask(addDays(TODAY, 1 - REPORT_MAX_DAYS), TODAY)).toEqual(taken);
    expect(await ask(addDays(TODAY, -REPORT_MAX_DAYS), TODAY)).toEqual([422, 'to', 'report_too_long']);
    expect(await ask(TODAY, addDays(TODAY, -1))).toEqual([422, 'to', 'end_date_before_start']);
  });

  it('knows no days before 2000 or beyond 2100', async () => {
    expect(await ask('2000-01-01', '2000-01-02')).toEqual(taken);
    expect(await ask('1999-12-31', '2000-01-01')).toEqual([422, 'from', 'date_out_of_range']);
    expect(await ask('1960-01-01', '1960-01-02')).toEqual([422, 'from', 'date_out_of_range']);
    expect(await ask(TODAY, '9999-12-31')).toEqual([422, 'to', 'date_out_of_range']);
  });
});

describe('a campaign', () => {
  const create = async (startDate: string, endDate: string | null) => {
    const { status, error } = await api.call('POST', '/advertiser/campaigns', {
      token: me.token,
      body: {
        campaign: {
          ...{ name: 'Days', objective: 'TRAFFIC', totalBudget: 10, dailyBudget: null, startDate, endDate },
        },
        adSet: { name: 'All', totalBudget: null, dailyBudget: null },
        requestKey: `days-${startDate}-${endDate}`,
      },
    });
    return [status, error?.issues?.map((each) => `${each.path} ${each.code}`).join()];
  };

  it('lies between 2000 and 2100 and lasts ten years at most', async () => {
    expect(await create('2000-01-01', null)).toEqual([200, undefined]);
    expect(await create('2100-12-31', '2100-12-31')).toEqual([200, undefined]);
    expect(await create('2026-03-10', '2036-03-09')).toEqual([200, undefined]);
    expect(await create('2026-03-10', '2036-03-10')).toEqual([422, 'campaign.endDate campaign_too_long']);
    expect(await create('0001-01-01', null)).toEqual([422, 'campaign.startDate date_out_of_range']);
    expect(await create('2026-03-10', '9999-12-31')).toEqual([422, 'campaign.endDate date_out_of_range']);
  });
});
