import type { TestDatabase } from '@placard/db/testing/database';
import { FactLoader } from '../../../analytics/loader.ts';
import type { Analytics } from '../../../analytics/open-analytics.ts';
import type { Actor } from '../../../deps.ts';
import { settleAvailable } from '../../../settlement/settle-available.ts';
import { bodyOf, type EventSpec, makeWorld, ownerOf, shipBatch } from '../../../settlement/testing/world.ts';

const DAY_MS = 86_400_000;

/** An advertiser with twelve campaigns, a publisher, and what was shown today and in the week before. */
export async function fillViewWorld(
  database: TestDatabase,
  analytics: Analytics,
  noonMs: number,
): Promise<{ advertiser: Actor; publisher: Actor }> {
  const campaign = { totalBudgetMicros: 10n ** 9n, adSets: [{ totalBudgetMicros: 10n ** 9n }] };
  const world = await makeWorld(database.db, {
    advertisers: [{ timeZone: 'UTC', walletMicros: 10n ** 9n, campaigns: Array(12).fill(campaign) }],
    widgetsOfPublishers: [1],
  });
  const actorOf = async (accountId: number, role: 'advertiser' | 'publisher'): Promise<Actor> => {
    await database.db.insertInto('account_role').values({ account_id: accountId, role }).execute();
    return ownerOf(accountId, role);
  };
  const advertiser = await actorOf(world.adSets[0]?.advertiserId ?? 0, 'advertiser');
  const publisher = await actorOf(world.widgets[0]?.publisherId ?? 0, 'publisher');
  await database.db
    .updateTable('campaign')
    .set({ name: '=1+1, "Lanterns" <b>' })
    .where('id', '=', world.adSets[0]?.campaignId ?? 0)
    .execute();
  const view = (sequence: number, adSet: number, atMs: number): EventSpec[] => {
    const event = {
      sequence,
      shard: 0,
      decidedAtMs: atMs,
      eventAtMs: atMs + 2_000,
      adSetId: world.adSets[adSet]?.id ?? 0,
      widgetId: world.widgets[0]?.id ?? 0,
      priceMicros: 2_000_000,
      viewer: sequence,
    };
    return [
      { ...event, kind: 'impression' },
      { ...event, kind: 'viewable' },
    ];
  };
  // Four views today, one of each other campaign, and two in the week before.
  const lastWeek = noonMs - 7 * DAY_MS;
  const events = [
    ...[0, 1, 2, 3].flatMap((n) => view(n, 0, noonMs)),
    ...Array.from({ length: 11 }, (_, index) => view(10 + index, index + 1, noonMs)).flat(),
    ...[30, 31].flatMap((n) => view(n, 0, lastWeek)),
  ];
  await shipBatch(database.pool, {
    shard: 0,
    spoolOffset: 0,
    body: bodyOf(events),
    recordCount: events.length,
    receivedAt: new Date(noonMs),
  });
  await settleAvailable({ pool: database.pool, clock: () => new Date(noonMs) });
  await new FactLoader({ pool: database.pool, analytics }).load();
  return { advertiser, publisher };
}
