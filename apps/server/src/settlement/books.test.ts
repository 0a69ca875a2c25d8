import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type AdSetBook, chargeAdSet, leftOf, ZoneDays } from './books.ts';
import { spentCampaigns } from './settler.ts';

const DAY = 20_000;
const LIMITS = ['adSet', 'adSetDay', 'campaign', 'campaignDay', 'wallet'] as const;
type Left = Readonly<Record<(typeof LIMITS)[number], number>>;

function booksWith(left: Left): AdSetBook {
  const book = (leftMicros: number) => ({ leftMicros, chargedMicros: 0 });
  const wallet = { ...book(left.wallet), advertiserId: 1, zone: new ZoneDays('UTC') };
  const campaign = {
    ...book(left.campaign),
    ...{ campaignId: 1, wallet, dailyBudgetMicros: BigInt(left.campaignDay), days: new Map() },
  };
  return {
    ...book(left.adSet),
    ...{ adSetId: 1, campaign, dailyBudgetMicros: BigInt(left.adSetDay), days: new Map() },
    ...{ carryThousandths: 0, impressions: 0, viewables: 0, clicks: 0, touched: false },
  };
}

describe('a charge', () => {
  const micros = fc.integer({ min: 0, max: 1_000 });
  const lefts: fc.Arbitrary<Left> = fc.record({
    ...{ adSet: micros, adSetDay: micros, campaign: micros, campaignDay: micros, wallet: micros },
  });

  it('is what is due, at most what the least of the five limits leaves, and leaves all of them that much less', () => {
    fc.assert(
      fc.property(lefts, micros, (left, due) => {
        const adSet = booksWith(left);
        const charged = chargeAdSet(adSet, DAY, due);
        expect(charged).toBe(Math.min(due, ...LIMITS.map((name) => left[name])));
        const days = [adSet.days.get(DAY), adSet.campaign.days.get(DAY)];
        const after = [adSet, days[0], adSet.campaign, days[1], adSet.campaign.wallet];
        expect(after.map((book) => book?.leftMicros)).toEqual(LIMITS.map((name) => left[name] - charged));
        expect(after.map((book) => book?.chargedMicros)).toEqual(LIMITS.map(() => charged));
      }),
    );
  });

  it.each(LIMITS)('stops at the %s alone', (name) => {
    const left = { adSet: 9, adSetDay: 9, campaign: 9, campaignDay: 9, wallet: 9, [name]: 4 };
    const adSet = booksWith(left);
    expect([chargeAdSet(adSet, DAY, 3), chargeAdSet(adSet, DAY, 3), chargeAdSet(adSet, DAY, 3)]).toEqual([
      3, 1, 0,
    ]);
    // Another day has budgets of its own, and the same totals.
    expect(chargeAdSet(adSet, DAY + 1, 3)).toBe(name === 'adSetDay' || name === 'campaignDay' ? 3 : 0);
  });
});

it('a campaign is used up by the charge that takes the last of it, whichever ad set that is', () => {
  const campaign = (campaignId: number, left: number, charges: readonly number[]) => {
    const one = booksWith({ adSet: 9, adSetDay: 9, campaign: left, campaignDay: 9, wallet: 9 });
    const other: AdSetBook = {
      ...one,
      campaign: Object.assign(one.campaign, { campaignId }),
      days: new Map(),
    };
    for (const due of charges) chargeAdSet(other, DAY, due);
    return [one, other];
  };
  // The last was used up before: there is nothing new to tell.
  const books = [campaign(1, 5, [2, 4]), campaign(2, 5, [4]), campaign(3, 1, [1]), campaign(4, 0, [1])];
  expect(spentCampaigns(books.flat())).toEqual([1, 3]);
});

it('a budget lowered below what was spent leaves nothing', () => {
  expect([leftOf(5n, 4n), leftOf(5n, 5n), leftOf(5n, 6n)]).toEqual([1, 0, 0]);
});

it('days are those of the zone, quarter hour by quarter hour', () => {
  const zone = new ZoneDays('Asia/Kathmandu');
  // Midnight there is 18:15 UTC.
  const quarter = Date.UTC(2026, 10, 21, 18, 15) / 900_000;
  const day = Date.UTC(2026, 10, 21) / 86_400_000;
  expect(
    [quarter - 1, quarter, quarter - 1, quarter + 95, quarter + 96].map((each) => zone.dayOfQuarter(each)),
  ).toEqual([day, day + 1, day, day + 1, day + 2]);
});
