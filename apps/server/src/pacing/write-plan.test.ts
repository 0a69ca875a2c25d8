import { readPacingPlan } from '@placard/contract/wire/pacing-plan';
import { turnsDuring } from '@placard/db/testing/turns-during';
import { numberOfDay } from '@placard/domain/time-zone';
import type { Pool } from 'pg';
import { expect, it } from 'vitest';
import { STEPS_A_STRETCH } from '../fairness/breather.ts';
import { RecentCounts } from './recent-counts.ts';
import { PacingPlanner } from './write-plan.ts';

const ROW = {
  ...{
    campaign_id: 1,
    advertiser_id: 1,
    time_zone: 'Europe/Berlin',
    objective: 'BRAND_AWARENESS',
    bid: null,
  },
  ...{
    today: numberOfDay('2026-11-21'),
    start_date: '2026-11-01',
    end_date: null,
    start_minute: 0,
    end_minute: 0,
  },
  ...{ days_of_week: [0, 1, 2, 3, 4, 5, 6], total_left: 500_000_000n, day_left: null },
  ...{ campaign_left: 900_000_000n, campaign_day_left: null },
  ...{ impressions: 0n, viewables: 0n, clicks: 0n },
};

/** Answers with so many ad sets of one campaign that run. */
function poolOf(
  adSets: number,
  of: (at: number) => Partial<Record<keyof typeof ROW, unknown>> = () => ({}),
  onWritten: (body: Buffer<ArrayBuffer>) => void = () => {},
): Pool {
  const running = Array.from({ length: adSets }, (_, at) => ({ ...ROW, id: at + 1, ...of(at) }));
  let left: object[] = [];
  type Asked = { readonly name?: string; readonly values?: readonly [Buffer<ArrayBuffer>] };
  const query = async (asked: string | Asked) => {
    if (typeof asked !== 'string' && asked.name === 'pacing-write' && asked.values !== undefined)
      onWritten(asked.values[0]);
    if (typeof asked !== 'string')
      return {
        rows: asked.name === 'pacing-settings' ? [{ oldest: '9', cpm: 2_000_000n, cpc: 300_000n }] : [],
      };
    if (asked.startsWith('declare'))
      left = asked.includes('with running')
        ? [...running]
        : [{ owner_id: 1, balance_micros: 1_000_000_000n }];
    return { rows: asked.startsWith('fetch') ? left.splice(0, Number(/\d+/.exec(asked))) : [] };
  };
  return { query, connect: async () => ({ query, release: () => undefined }) } as unknown as Pool;
}

it('lets the API answer while it plans for one account with many ad sets', async () => {
  const plan = async (adSets: number) =>
    await turnsDuring(async () => {
      const planner = new PacingPlanner(new RecentCounts());
      expect(await planner.run(poolOf(adSets), new Date('2026-11-21T12:00:00Z'))).toBe(adSets);
    });
  // Two steps to read a row, one turn for its zone, five steps to plan it, one to write it down.
  expect(await plan(STEPS_A_STRETCH)).toBe(2 + 1 + 5 + 1);
  expect(await plan(100)).toBe(1);
});

it('lets it answer while it reads zones that nobody has asked for, once for each until its last day is later', async () => {
  const zones = ['Africa/Cairo', 'America/Nuuk', 'Asia/Gaza', 'Europe/Dublin', 'Pacific/Chatham'];
  const planner = new PacingPlanner(new RecentCounts());
  const turns = async (endDate: string, now: string) => {
    const pool = poolOf(20, (at) => ({ time_zone: zones[at % zones.length], end_date: endDate }));
    return await turnsDuring(async () => {
      await planner.run(pool, new Date(now));
    });
  };
  expect(await turns('2026-12-24', '2026-11-21T12:00:00Z')).toBe(zones.length);
  expect(await turns('2026-12-24', '2026-11-22T12:00:00Z')).toBe(0);
  // All is read anew after some minutes.
  expect(await turns('2030-12-24', '2026-11-22T13:00:00Z')).toBe(zones.length);
  expect(await turns('2026-12-24', '2026-11-22T14:00:00Z')).toBe(0);
});

it('gives the last micros of a budget as much as one more decision is expected to cost, rounded up', async () => {
  const planned = async (bid: bigint) => {
    let written = Buffer.alloc(0);
    const pool = poolOf(
      1,
      () => ({ bid, total_left: 1n }),
      (body) => {
        written = body;
      },
    );
    await new PacingPlanner(new RecentCounts()).run(pool, new Date('2026-11-21T12:00:00Z'));
    return readPacingPlan(written)[0]?.remainingMicros;
  };
  // 70 % of what a thousand viewable ones cost.
  expect([await planned(2_000_000n), await planned(2_000_001n)]).toEqual([1_400n, 1_401n]);
});
