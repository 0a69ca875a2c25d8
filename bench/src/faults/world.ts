import { createDb, createPool } from '@placard/db/database';
import { insertCreative } from '../../../apps/delivery/src/testing/network.ts';
import { type AdvertiserSpec, makeWorld } from '../../../apps/server/src/settlement/testing/world.ts';

const RICH_MICROS = 10n ** 13n;
/** Ceilings that a round runs into: three views of one price, while each process may show ten before it has a plan. */
const SMALL_MICROS = 60_000n;
const SMALL_DAY_MICROS = 40_000n;
const SMALL_WALLET_MICROS = 50_000n;
const HIGH_CPM_MICROS = 20_000_000;
const ZONES = ['UTC', 'Europe/Berlin', 'America/New_York', 'Asia/Tokyo'] as const;

type Pool = ReturnType<typeof createPool>;
export type FaultWorld = { readonly widgetKeys: readonly string[] };

async function withPool<T>(url: string, work: (pool: Pool) => Promise<T>): Promise<T> {
  const pool = createPool({ url, name: 'placard-faults', max: 2 });
  try {
    return await work(pool);
  } finally {
    await pool.end();
  }
}

async function addAdvertiser(
  pool: Pool,
  spec: AdvertiserSpec,
  prices: { readonly bidMicros: number; readonly objective: 'BRAND_AWARENESS' | 'TRAFFIC' },
): Promise<void> {
  const { adSets } = await makeWorld(createDb(pool), { advertisers: [spec], widgetsOfPublishers: [] });
  for (const { id, advertiserId, campaignId } of adSets) {
    await pool.query('update campaign set objective = $2, start_date = $3 where id = $1', [
      campaignId,
      prices.objective,
      '2026-01-01',
    ]);
    await pool.query('update ad_set set bid_micros = $2 where id = $1', [id, prices.bidMicros]);
    await insertCreative(pool, { advertiserId, adSetIds: [id] });
  }
}

/** Four advertisers who have enough for every round, one of them paying for clicks, and two publishers of two widgets. */
export function makeFaultWorld(url: string): Promise<FaultWorld> {
  return withPool(url, async (pool) => {
    for (const [index, timeZone] of ZONES.entries()) {
      const isTraffic = index === 0;
      await addAdvertiser(
        pool,
        {
          timeZone,
          walletMicros: RICH_MICROS,
          campaigns: [{ totalBudgetMicros: RICH_MICROS, adSets: [{ totalBudgetMicros: RICH_MICROS }] }],
        },
        // A click of 5 in 1,000 at this price is worth what the others bid, so all four are drawn.
        isTraffic
          ? { bidMicros: 400_000, objective: 'TRAFFIC' }
          : { bidMicros: 2_000_000, objective: 'BRAND_AWARENESS' },
      );
    }
    const { widgets } = await makeWorld(createDb(pool), { advertisers: [], widgetsOfPublishers: [2, 2] });
    await pool.query(
      'insert into widget_size (widget_id, position, width_px, height_px) select id, 0, 300, 250 from widget',
    );
    const { rows } = await pool.query<{ embed_key: string }>(
      'select embed_key from widget where id = any($1) order by id',
      [widgets.map(({ id }) => id)],
    );
    return { widgetKeys: rows.map((row) => row.embed_key) };
  });
}

/** An advertiser of this round alone, who pays best and can pay for two or three views. */
export function addSmallAdvertiser(url: string, seed: number): Promise<void> {
  return withPool(url, async (pool) => {
    const ceilings = [
      { walletMicros: RICH_MICROS, total: SMALL_MICROS, day: null },
      { walletMicros: RICH_MICROS, total: RICH_MICROS, day: SMALL_DAY_MICROS },
      { walletMicros: SMALL_WALLET_MICROS, total: RICH_MICROS, day: null },
    ];
    const { walletMicros, total, day } = ceilings[seed % ceilings.length] ?? { walletMicros: 0n, total: 0n };
    await addAdvertiser(
      pool,
      {
        timeZone: ZONES[seed % ZONES.length] ?? 'UTC',
        walletMicros,
        campaigns: [
          {
            totalBudgetMicros: total,
            dailyBudgetMicros: day ?? null,
            adSets: [{ totalBudgetMicros: total, dailyBudgetMicros: day ?? null }],
          },
        ],
      },
      { bidMicros: HIGH_CPM_MICROS, objective: 'BRAND_AWARENESS' },
    );
  });
}
