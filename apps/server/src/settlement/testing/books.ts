import { type AdSetBook, ZoneDays } from '../books.ts';

const MICROS = { leftMicros: 1_000_000, chargedMicros: 0 };

/** An ad set with money, a campaign of its own and an advertiser, as one transaction sees them. */
export function bookOf(ids: { adSetId: number; campaignId: number; advertiserId: number }): AdSetBook {
  const budget = { dailyBudgetMicros: null, days: new Map(), ...MICROS };
  const wallet = { ...MICROS, advertiserId: ids.advertiserId, zone: new ZoneDays('UTC') };
  return {
    ...budget,
    ...{ adSetId: ids.adSetId, campaign: { ...budget, days: new Map(), campaignId: ids.campaignId, wallet } },
    ...{ carryThousandths: 0, impressions: 0, viewables: 0, clicks: 0, touched: false },
  };
}
