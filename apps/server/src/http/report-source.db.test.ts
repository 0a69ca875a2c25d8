import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { RollupStates } from '../analytics/rollup-state.ts';
import { openTestAnalytics, type TestAnalytics } from '../analytics/testing/test-analytics.ts';
import { createTestApi, type TestApi } from './testing/test-api.ts';

let store: TestAnalytics;
let api: TestApi;

beforeAll(async () => {
  store = await openTestAnalytics();
  api = await createTestApi({ analytics: store.analytics });
});
afterAll(async () => {
  await api.close();
  await store.end();
});

it('says in a header what a report was read from: rollups in the zone asked in, else the facts', async () => {
  const { token, accountId } = await api.user({ timeZone: 'Europe/Berlin' });
  const asked = 'from=2026-03-01&to=2026-03-09&metrics=clicks&grain=day&by=campaign';
  const read = async (more = '') => {
    const { status, headers } = await api.call('GET', `/advertiser/report?${asked}${more}`, { token });
    return [status, headers['placard-report-source']];
  };
  expect(await read()).toEqual([200, 'facts']);
  const states = await RollupStates.load(store.analytics.client);
  const state = {
    scope: 'advertiser',
    owner: accountId,
    epoch: 1,
    timeZone: 'UTC',
    builtTo: 65_535,
  } as const;
  await states.save([state]);
  expect(await read()).toEqual([200, 'facts']);
  await states.save([{ ...state, timeZone: 'Europe/Berlin', builtTo: 65_534 }]);
  expect(await read()).toEqual([200, 'facts']);
  await states.save([{ ...state, timeZone: 'Europe/Berlin' }]);
  expect(await read()).toEqual([200, 'advertiser:device advertiser:campaign_id']);
  expect(await read('&filter=country:DE')).toEqual([
    200,
    'advertiser:country advertiser:campaign_id+country',
  ]);
  expect(await read('&filter=language:de')).toEqual([200, 'advertiser:language facts']);
  // Who loads knows it all, and is not asked through the engine.
  const ask = vi.spyOn(store.analytics.client, 'query');
  const askedForState = () => ask.mock.calls.filter(([{ query }]) => query.includes('rollup_state')).length;
  await read();
  expect(askedForState()).toBe(1);
  store.analytics.rollups = states;
  expect(await read()).toEqual([200, 'advertiser:device advertiser:campaign_id']);
  await states.save([state]);
  expect(await read()).toEqual([200, 'facts']);
  expect(askedForState()).toBe(1);
  ask.mockRestore();
});
