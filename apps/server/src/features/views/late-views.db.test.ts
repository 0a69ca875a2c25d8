import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Analytics } from '../../analytics/open-analytics.ts';
import { openTestAnalytics } from '../../analytics/testing/test-analytics.ts';
import { createTestApi, type TestApi } from '../../http/testing/test-api.ts';
import { refusalOf } from '../testing/fixtures.ts';
import { createView } from './edit-views.ts';
import { scheduleView } from './schedule-view.ts';
import { FAILED_PAUSE_MS, sendDueViews, sendViewNow } from './send-views.ts';

let analytics: Analytics;
let endAnalytics: () => Promise<void>;
let api: TestApi;
beforeAll(async () => {
  ({ analytics, end: endAnalytics } = await openTestAnalytics());
  api = await createTestApi({ analytics });
});
afterAll(async () => {
  await api.close();
  await endAnalytics();
});

it('a view that another worker mailed or put off after it was seen to be due is not mailed again', async () => {
  const { actor } = await api.user({ roles: ['advertiser'] });
  for (const name of ['First', 'Second', 'Put off']) {
    const search = { by: 'country' };
    const { id } = await createView(api.deps, actor, {
      screen: 'statistics',
      name,
      search,
      isDefault: false,
    });
    await scheduleView(api.deps, actor, { id, every: 'day', weekday: null, time: '13:00' });
  }
  const clock = () => new Date(api.now.getTime() + 25 * 3_600_000);
  const deps = { ...api.deps, clock, analytics };
  const putOff = async () =>
    await api.pool.query(
      `update view_schedule set next_due_at = $1 where view_id = (select id from saved_view where name = 'Put off')`,
      [new Date(clock().getTime() + FAILED_PAUSE_MS)],
    );
  // While the first is looked up, another worker passes it over and mails the second, after the third had failed.
  let other: Promise<number> | null = null;
  const client = Object.assign(Object.create(analytics.client), {
    query: async (...asked: Parameters<Analytics['client']['query']>) => {
      other ??= putOff().then(async () => await sendDueViews(deps));
      await other;
      return await analytics.client.query(...asked);
    },
  });
  const slow = { ...deps, analytics: Object.assign(Object.create(analytics), { client }) };
  expect([await sendDueViews(slow), await other]).toEqual([1, 1]);
  const mails = await api.deps.db.selectFrom('mail_outbox').select('subject').orderBy('id').execute();
  expect(mails.map(({ subject }) => subject.split(':')[0]).sort()).toEqual(['First', 'Second']);
});

it('a view is mailed by hand every half minute, and tried again five minutes after its turn failed', async () => {
  const { actor } = await api.user({ roles: ['advertiser'] });
  const view = { screen: 'statistics', name: 'By hand', search: { by: 'country' }, isDefault: true } as const;
  const { id } = await createView(api.deps, actor, view);
  const press = async (passedMs: number) =>
    await sendViewNow(
      { ...api.deps, analytics, clock: () => new Date(api.now.getTime() + passedMs) },
      actor,
      id,
    );
  await press(0);
  expect((await refusalOf(press(29_999))).code).toBe('rate_limited');
  await press(30_000);
  expect((await refusalOf(press(59_999))).code).toBe('rate_limited');
  expect(FAILED_PAUSE_MS).toBe(300_000);
});
