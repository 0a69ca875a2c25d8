import type { Db } from '@placard/db/database';
import type { TestDatabase } from '@placard/db/testing/database';
import type { Fact } from '../fact-columns.ts';
import { decodeFacts } from '../facts.ts';
import { settleAvailable } from '../settle-available.ts';
import { type AdSetSpec, bodyOf, type EventSpec, makeWorld, shipBatch, type World } from './world.ts';

export const NOON = Date.UTC(2026, 10, 21, 12, 0, 0);
const DOLLAR = 1_000_000n;

export type Limits = {
  walletMicros?: bigint;
  campaignMicros?: bigint;
  campaignDayMicros?: bigint;
  timeZone?: string;
};

/** An advertiser with one ad set, limited by nothing but what is said, and a widget. */
export async function limitedWorld(db: Db, adSet: AdSetSpec, limits: Limits = {}): Promise<World> {
  return await makeWorld(db, {
    advertisers: [
      {
        timeZone: limits.timeZone ?? 'Europe/Berlin',
        walletMicros: limits.walletMicros ?? 1000n * DOLLAR,
        campaigns: [
          {
            totalBudgetMicros: limits.campaignMicros ?? 1000n * DOLLAR,
            dailyBudgetMicros: limits.campaignDayMicros ?? null,
            adSets: [adSet],
          },
        ],
      },
    ],
    widgetsOfPublishers: [1],
  });
}

let nextShard = 0;

/** A spool of its own for each test, with decisions numbered from 0. */
export function spoolOn(database: TestDatabase, world: World) {
  const shard = nextShard++;
  let offset = 0;
  const adSet = world.adSets[0] ?? { id: 0, campaignId: 0, advertiserId: 0 };
  const widget = world.widgets[0] ?? { id: 0, websiteId: 0, publisherId: 0 };
  return {
    shard,
    adSet,
    widget,
    event: (kind: EventSpec['kind'], sequence: number, more: Partial<EventSpec> = {}): EventSpec => ({
      kind,
      sequence,
      shard,
      decidedAtMs: NOON,
      eventAtMs: NOON + 2_000,
      adSetId: adSet.id,
      widgetId: widget.id,
      priceMicros: 2_000_000,
      viewer: shard * 1000 + sequence,
      ...more,
    }),
    ship: async (events: readonly EventSpec[], skipBytes = 0) => {
      const body = bodyOf(events);
      offset += skipBytes;
      const receivedAt = new Date(NOON);
      await shipBatch(database.pool, {
        shard,
        spoolOffset: offset,
        body,
        recordCount: events.length,
        receivedAt,
      });
      offset += body.byteLength;
    },
    settle: async (atMs = NOON + 5_000) =>
      await settleAvailable({ pool: database.pool, clock: () => new Date(atMs) }),
    facts: async (): Promise<Fact[]> => {
      const rows = await database.db
        .selectFrom('fact_batch')
        .select(['body', 'layout'])
        .orderBy('settlement_id')
        .execute();
      return rows
        .flatMap((row) => decodeFacts(row.body, row.layout))
        .filter((fact) => fact.adSetId === adSet.id);
    },
    balance: async (kind: 'advertiser_wallet' | 'publisher_pending') => {
      const owner = kind === 'advertiser_wallet' ? adSet.advertiserId : widget.publisherId;
      const row = await database.db
        .selectFrom('ledger_account')
        .select('balance_micros')
        .where('kind', '=', kind)
        .where('owner_id', '=', owner)
        .executeTakeFirst();
      return row?.balance_micros ?? 0n;
    },
  };
}
