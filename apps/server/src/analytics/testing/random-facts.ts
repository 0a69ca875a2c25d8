import type { TestDatabase } from '@placard/db/testing/database';
import { seededRandom } from '@placard/db/testing/seeded-random';
import { settleAvailable } from '../../settlement/settle-available.ts';
import { bodyOf, type EventSpec, makeWorld, shipBatch, type World } from '../../settlement/testing/world.ts';

/** Of the advertisers in turn. */
export const ZONES = ['UTC', 'Europe/Berlin', 'Australia/Lord_Howe', 'Asia/Kolkata', 'America/New_York'];
/** Lord Howe puts its clocks back by half an hour on 5 April 2026, Berlin forward by an hour on 29 March. */
const FIRST_MS = Date.UTC(2026, 2, 27);
export const DAYS = 12;
const EVENTS = 1_500;

/** Facts of twelve days of a small network, settled in three parts; the first publisher lives on Lord Howe Island. */
export type RandomFacts = {
  readonly world: World;
  readonly batches: readonly (readonly EventSpec[])[];
  /** Settles further events. */
  readonly settle: (events: readonly EventSpec[]) => Promise<void>;
};

export async function makeRandomFacts(database: TestDatabase): Promise<RandomFacts> {
  const adSets = [{ totalBudgetMicros: 10n ** 10n }, { totalBudgetMicros: 10n ** 10n }];
  const campaigns = [{ totalBudgetMicros: 10n ** 10n, adSets }];
  const world = await makeWorld(database.db, {
    advertisers: ZONES.map((timeZone) => ({ timeZone, walletMicros: 10n ** 10n, campaigns })),
    widgetsOfPublishers: [3, 2, 1],
  });
  await database.pool.query('update account set time_zone = $1 where id = $2', [
    'Australia/Lord_Howe',
    world.widgets[0]?.publisherId,
  ]);
  const events = makeEvents(world);
  const batches = [0, 1, 2].map((third) =>
    events.slice((third * events.length) / 3, ((third + 1) * events.length) / 3),
  );
  let spoolOffset = 0;
  const receivedAt = new Date(FIRST_MS + DAYS * 86_400_000);
  const settle = async (some: readonly EventSpec[]) => {
    const body = bodyOf(some);
    await shipBatch(database.pool, { shard: 0, spoolOffset, body, recordCount: some.length, receivedAt });
    await settleAvailable({ pool: database.pool, clock: () => receivedAt });
    spoolOffset += body.byteLength;
  };
  for (const batch of batches) await settle(batch);
  return { world, batches, settle };
}

function makeEvents(world: World): EventSpec[] {
  const random = seededRandom(7);
  const pick = <One>(list: readonly One[]) => list[Math.floor(random() * list.length)];
  return Array.from({ length: EVENTS }, (_, sequence) => {
    const adSet = pick(world.adSets);
    const decidedAtMs = FIRST_MS + Math.floor(random() * DAYS * 86_400_000);
    const forged = random() < 0.05;
    const event: EventSpec = {
      kind: 'impression',
      decidedAtMs,
      eventAtMs: decidedAtMs + 300,
      shard: 0,
      sequence,
      adSetId: forged ? 0 : (adSet?.id ?? 0),
      widgetId: pick(world.widgets)?.id ?? 0,
      creativeId: (adSet?.id ?? 0) * 2 + (random() < 0.5 ? 1 : 0),
      priceMicros: 1_000_000 + Math.floor(random() * 2_000_001),
      viewer: sequence,
      country: pick(['DE', 'FR', 'AU', '']) ?? '',
      device: pick([1, 2, 3]) ?? 1,
      ...(forged ? { reason: 1 } : {}),
    };
    const later = { ...event, eventAtMs: decidedAtMs + 3_000 };
    const seen = { ...later, kind: 'viewable' as const };
    // Some twice, some clicked, some clicked without being seen.
    return [
      event,
      ...(random() < 0.6 ? [seen] : []),
      ...(random() < 0.2 ? [{ ...later, kind: 'click' as const }, seen] : []),
    ];
  }).flat();
}
