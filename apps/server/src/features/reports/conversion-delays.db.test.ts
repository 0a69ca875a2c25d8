import { createTestDatabase, type TestDatabase } from '@placard/db/testing/database';
import { CONVERSION_DELAY_HOURS, conversionDelay } from '@placard/domain/analytics/conversion-delay';
import { localDayAt } from '@placard/domain/time-zone';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Actor } from '../../deps.ts';
import { createActor, createTestCampaign, refusalOf, testDeps } from '../testing/fixtures.ts';
import { readConversionDelays } from './conversion-delays.ts';

let database: TestDatabase;
let deps: ReturnType<typeof testDeps>;
let me: Actor;
let other: Actor;
beforeAll(async () => {
  database = await createTestDatabase();
  deps = testDeps(database.db);
  me = { ...(await createActor(database.db, ['advertiser'])), timeZone: 'America/New_York' };
  other = await createActor(database.db, ['advertiser']);
});
afterAll(async () => {
  await database.drop();
});

const HOUR_MS = 3_600_000;
/** Milliseconds on both sides of each edge, at once, and the longest that counts. */
const DELAYS = [
  -5,
  0,
  ...[1, 6, 24, 48, 168, 336].flatMap((hours) => [hours * HOUR_MS - 1, hours * HOUR_MS]),
  720 * HOUR_MS,
];

it('are those of a naive count, of the days of the account, of its campaigns only', async () => {
  const campaigns = await Promise.all(
    [me, me, other].map(async (actor) => (await createTestCampaign(deps, actor)).campaignId),
  );
  const [one = 0, second = 0] = campaigns;
  const made: { campaign: number; atMs: number; delayMs: number | null }[] = [];
  for (let n = 0; n < 240; n += 1) {
    made.push({
      campaign: campaigns[n % 3] ?? 0,
      // Around the ends of the days asked for: midnight in New York is 04:00 in UTC.
      atMs: Date.UTC(2026, 4, 1 + (n % 5), 3, 59, 59, 999) + (n % 2),
      delayMs: n % 17 === 0 ? null : (DELAYS[n % DELAYS.length] ?? 0),
    });
  }
  for (const [n, { campaign, atMs, delayMs }] of made.entries()) {
    await database.pool.query(
      `insert into campaign_conversion (campaign_id, shard, minute, sequence, order_id, converted_at, clicked_at)
       values ($1, 0, 0, $2, null, $3, $4)`,
      [campaign, n, new Date(atMs), delayMs === null ? null : new Date(atMs - delayMs)],
    );
  }
  const days = { from: '2026-05-01', to: '2026-05-03' };
  const naive = (ids: readonly number[]) => {
    const within = made.filter(({ campaign, atMs }) => {
      const day = localDayAt('America/New_York', atMs);
      return ids.includes(campaign) && day >= days.from && day <= days.to;
    });
    const known = within.flatMap(({ delayMs }) => (delayMs === null ? [] : [conversionDelay(delayMs)]));
    return {
      items: CONVERSION_DELAY_HOURS.map((fromHours) => ({
        fromHours,
        conversions: known.filter((one) => one === fromHours).length,
      })),
      unknown: within.length - known.length,
    };
  };
  const all = await readConversionDelays(deps, me, days);
  expect(all).toEqual(naive([one, second]));
  expect(all.items.every(({ conversions }) => conversions > 0)).toBe(true);
  expect(all.unknown).toBeGreaterThan(0);
  expect(await readConversionDelays(deps, me, { ...days, campaignId: second })).toEqual(naive([second]));
  const refused = await refusalOf(readConversionDelays(deps, other, { ...days, campaignId: one }));
  expect(refused.code).toBe('campaign_not_found');
});
