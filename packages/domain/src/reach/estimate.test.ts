import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { NO_MINIMUM_BIDS } from '../decision/minimum-bids.ts';
import { ALL_WEEKDAYS } from '../targeting/schedule.ts';
import { DAY_MS, QUARTER_HOUR_MS } from '../time-zone.ts';
import { estimateReach, type ReachQuestion, twoDigits } from './estimate.ts';
import { type Supply, type SupplyWidget, supplyCells } from './supply.ts';

// 2026-05-06 … 2026-05-12, Wednesday to Tuesday.
const FROM = Date.UTC(2026, 4, 6);
const TODAY = Date.UTC(2026, 4, 13) / DAY_MS;

const widget = (widgetId: number, fields: Partial<SupplyWidget> = {}): SupplyWidget => ({
  widgetId,
  websiteId: Math.ceil(widgetId / 2),
  type: 'banner',
  floorMicros: 0,
  sizes: [{ width: 300, height: 250 }],
  ...fields,
});

/** Each country's requests spread evenly over the quarter hours of `hours`, every day. */
function quarters(total: number, days: number, hours: readonly [number, number]): Float64Array {
  const all = new Float64Array((days * DAY_MS) / QUARTER_HOUR_MS);
  const count = days * (hours[1] - hours[0]) * 4;
  for (let quarter = 0; quarter < all.length; quarter += 1) {
    const hour = Math.floor((quarter % 96) / 4);
    if (hour >= hours[0] && hour < hours[1]) all[quarter] = total / count;
  }
  return all;
}

function supply(days = 7): Supply {
  const cells = [
    { widget: widget(1), country: 'DE', device: 'mobile', requests: 7_000 },
    { widget: widget(1), country: 'DE', device: 'desktop', requests: 700 },
    { widget: widget(2, { floorMicros: 3_000_000 }), country: 'DE', device: 'mobile', requests: 1_400 },
    {
      widget: widget(3, { sizes: [{ width: 728, height: 90 }] }),
      country: 'FR',
      device: 'mobile',
      requests: 2_100,
    },
    { widget: widget(5), country: '', device: null, requests: 70 },
  ];
  return {
    fromMs: FROM,
    untilMs: FROM + days * DAY_MS,
    cells: supplyCells(cells),
    quarters: new Map([
      ['DE', quarters(9_100, days, [6, 18])],
      ['FR', quarters(2_100, days, [0, 24])],
      ['', quarters(70, days, [0, 24])],
    ]),
    counted: { impressions: 0, viewables: 0, clicks: 0 },
  };
}

const question: ReachQuestion = {
  objective: 'BRAND_AWARENESS',
  priceMicros: 5_000_000,
  bidCard: NO_MINIMUM_BIDS,
  totalBudgetMicros: null,
  dailyBudgetMicros: null,
  locations: [],
  devices: ['desktop', 'mobile', 'tablet'],
  sizes: [],
  schedule: { startDay: TODAY, endDay: null, startMinute: 0, endMinute: 0, weekdayMask: ALL_WEEKDAYS },
  timeZone: 'UTC',
  today: TODAY,
};
const ask = (change: Partial<ReachQuestion>, of = supply()) => estimateReach(of, { ...question, ...change });
const scheduled = (change: Partial<ReachQuestion['schedule']>) => ({
  schedule: { ...question.schedule, ...change },
});

describe('views that fit', () => {
  it('is a day’s average, with widgets and websites counted once', () => {
    expect(ask({})).toMatchObject({
      views: 1_610,
      widgets: 4,
      websites: 3,
      affordable: null,
      limitedBy: null,
    });
  });

  it('follows countries, devices, sizes and floors', () => {
    expect(ask({ locations: ['FR'] })).toMatchObject({ views: 300, widgets: 1, websites: 1 });
    expect(ask({ locations: ['JP'] })).toMatchObject({ views: 0, widgets: 0, websites: 0 });
    expect(ask({ devices: ['desktop'] })).toMatchObject({ views: 100, widgets: 1 });
    expect(ask({ sizes: [{ width: 728, height: 90 }] })).toMatchObject({ views: 300, widgets: 1 });
    expect(ask({ priceMicros: 2_000_000 })).toMatchObject({ views: 1_410, widgets: 3 });
  });

  it('follows minimum bids by type and country, on both sides of each', () => {
    const asking = (part: object) => ({
      bidCard: {
        tiers: [{ name: 'First', countries: ['DE'] }],
        minimums: [
          { widgetType: 'banner' as const, tier: 0, cpmMicros: 5_000_000, cpcMicros: 6_000_000, ...part },
        ],
      },
    });
    const all = ask({}).views;
    expect(ask(asking({})).views).toBe(all);
    expect(ask(asking({ cpmMicros: 5_000_001 }))).toMatchObject({ views: 310, widgets: 2 });
    expect(ask(asking({ cpmMicros: 5_000_001, widgetType: 'video' })).views).toBe(all);
    expect(ask(asking({ cpmMicros: 5_000_001, tier: 1 })).views).toBe(all - 310);
  });

  it('counts the hours of the account’s own zone', () => {
    const germany = { locations: ['DE'] };
    expect(ask({ ...germany, ...scheduled({ startMinute: 6 * 60, endMinute: 12 * 60 }) }).views).toBeCloseTo(
      650,
    );
    // 06:00–18:00 UTC is 15:00–03:00 in Tokyo.
    const evening = scheduled({ startMinute: 18 * 60, endMinute: 24 * 60 - 1 });
    expect(ask({ ...germany, ...evening, timeZone: 'Asia/Tokyo' }).views).toBeCloseTo(650);
    const night = scheduled({ startMinute: 22 * 60, endMinute: 60 });
    expect(ask({ ...germany, ...night, timeZone: 'Asia/Tokyo' }).views).toBeCloseTo(325);
  });

  it('is a day on which the ad set runs, however few they are', () => {
    const mondays = scheduled({ weekdayMask: 1 });
    expect(ask({ locations: ['DE'], ...mondays }).views).toBeCloseTo(1_300);
    // The network is two days old and has not lived a Monday yet: its days are taken to be alike.
    expect(ask({ locations: ['DE'], ...mondays }, supply(2)).views).toBeCloseTo(4_550);
    expect(ask({}, supply(0))).toMatchObject({ views: 0, widgets: 0 });
  });
});

describe('cells in columns', () => {
  const sizes = [
    { width: 300, height: 250 },
    { width: 728, height: 90 },
  ];
  const someOf = <Value>(values: readonly Value[]) => fc.subarray([...values]);
  const anyWidget = fc.record({
    widgetId: fc.integer({ min: 1, max: 9 }),
    type: fc.constantFrom('banner' as const, 'native' as const),
    floorMicros: fc.constantFrom(0, 5_000_000, 5_000_001),
    sizes: someOf(sizes),
  });
  const anyCell = fc.record({
    widgetId: fc.integer({ min: 1, max: 9 }),
    country: fc.constantFrom('DE', 'FR', 'JP', ''),
    device: fc.constantFrom('mobile', 'desktop', 'tablet', null),
    requests: fc.nat(1_000),
  });
  const anyQuestion = fc.record({
    locations: someOf(['DE', 'FR', 'JP']),
    devices: someOf(['desktop', 'mobile', 'tablet']),
    sizes: someOf(sizes),
  });
  const minimum = { widgetType: 'native' as const, tier: 0, cpmMicros: 5_000_001, cpcMicros: null };
  const bidCard = { tiers: [{ name: 'First', countries: ['DE'] }], minimums: [minimum] };

  it('are looked through as one would cell by cell', () => {
    fc.assert(
      fc.property(fc.array(anyWidget), fc.array(anyCell), anyQuestion, (offered, asked, asking) => {
        const widgets = new Map(offered.map((fields) => [fields.widgetId, widget(fields.widgetId, fields)]));
        const cells = asked.flatMap(({ widgetId, ...cell }) => {
          const one = widgets.get(widgetId);
          return one === undefined ? [] : [{ ...cell, widget: one }];
        });
        const fitting = cells.filter(
          (cell) =>
            (asking.locations.length === 0 || asking.locations.includes(cell.country)) &&
            (cell.device === null ? asking.devices.length === 3 : asking.devices.includes(cell.device)) &&
            cell.widget.floorMicros <= 5_000_000 &&
            (asking.sizes.length === 0 || asking.sizes.some((size) => cell.widget.sizes.includes(size))) &&
            !(cell.widget.type === 'native' && cell.country === 'DE') &&
            // Of Japan nothing is known by the hour.
            cell.country !== 'JP' &&
            cell.requests > 0,
        );
        const reach = ask({ ...asking, bidCard }, { ...supply(), cells: supplyCells(cells) });
        expect(reach.views).toBeCloseTo(fitting.reduce((sum, { requests }) => sum + requests, 0) / 7);
        expect(reach.widgets).toBe(new Set(fitting.map((cell) => cell.widget.widgetId)).size);
        expect(reach.websites).toBe(new Set(fitting.map((cell) => cell.widget.websiteId)).size);
      }),
    );
  });
});

describe('what most days bring', () => {
  /** Days that differ, from midnight to midnight in UTC. */
  const uneven = (): Supply => {
    const all = quarters(2_100, 7, [0, 24]);
    for (let quarter = 0; quarter < all.length; quarter += 1) {
      const day = Math.floor(quarter / 96);
      all[quarter] = (all[quarter] ?? 0) * (day === 3 ? 0.2 : day === 4 ? 1.8 : 1);
    }
    const even = supply();
    return { ...even, quarters: new Map([...even.quarters, ['FR', all]]) };
  };

  it('lies around the average, wider where days differ', () => {
    const alike = ask({ locations: ['FR'] }).viewsOfMostDays;
    const apart = ask({ locations: ['FR'] }, uneven()).viewsOfMostDays;
    expect(alike.low).toBeLessThan(300);
    expect(alike.high).toBeGreaterThan(300);
    expect(apart.low).toBeLessThan(alike.low);
    expect(apart.high).toBeGreaterThan(alike.high);
  });

  it('looks at the days and hours on which the ad set runs, and at whole days alone', () => {
    // Wednesday is the first of the seven days; the odd ones are Saturday and Sunday.
    const weekdays = scheduled({ weekdayMask: 0b001_1111 });
    const working = ask({ locations: ['FR'], ...weekdays }, uneven()).viewsOfMostDays;
    const all = ask({ locations: ['FR'] }, uneven()).viewsOfMostDays;
    expect(working.high / working.low).toBeLessThan(all.high / all.low);
    // In Tokyo the first and the last day are seen in part: as short days they would widen the range.
    const tokyo = ask({ locations: ['FR'], timeZone: 'Asia/Tokyo' }).viewsOfMostDays;
    const utc = ask({ locations: ['FR'] }).viewsOfMostDays;
    expect(tokyo.high / tokyo.low).toBeLessThan((utc.high / utc.low) * 1.05);
  });

  it('is nothing where nothing fits', () => {
    expect(ask({ locations: ['JP'] }).viewsOfMostDays).toEqual({ low: 0, high: 0 });
    expect(ask({}, supply(0)).viewsOfMostDays).toEqual({ low: 0, high: 0 });
  });
});

describe('what the budget buys', () => {
  it('is viewable impressions by the CPM', () => {
    const { affordable, limitedBy } = ask({ dailyBudgetMicros: 1_000_000n });
    expect(affordable).toEqual({ budgetMicros: 1_000_000n, viewables: 200, clicks: null });
    expect(limitedBy).toBe('budget');
    expect(ask({ dailyBudgetMicros: 100_000_000n }).limitedBy).toBe('traffic');
  });

  it('is clicks by the CPC, and the viewable impressions they take', () => {
    const counted = { impressions: 999_000, viewables: 499_300, clicks: 9_995 };
    const traffic = { objective: 'TRAFFIC', priceMicros: 200_000, dailyBudgetMicros: 20_000_000n } as const;
    const { affordable } = ask(traffic, { ...supply(), counted });
    expect(affordable?.clicks).toBe(100);
    expect(affordable?.viewables).toBeCloseTo(5_000);
  });

  it('spreads a total over the days left on which it runs', () => {
    const total = { totalBudgetMicros: 300_000_000n };
    expect(ask(total).affordable?.budgetMicros).toBe(10_000_000n);
    expect(ask({ ...total, ...scheduled({ endDay: TODAY + 9 }) }).affordable?.budgetMicros).toBe(30_000_000n);
    const oneMonday = scheduled({ endDay: TODAY + 6, weekdayMask: 1 });
    expect(ask({ ...total, ...oneMonday }).affordable?.budgetMicros).toBe(300_000_000n);
    expect(ask({ ...total, dailyBudgetMicros: 7_000_000n }).affordable?.budgetMicros).toBe(7_000_000n);
  });
});

it('rounds to two digits', () => {
  expect([0, 0.4, 7, 12, 99, 104, 12_345, 987_654].map((count) => twoDigits(count))).toEqual([
    0, 0, 7, 12, 99, 100, 12_000, 990_000,
  ]);
  expect([0.4, 7.9, 12_999].map((count) => twoDigits(count, Math.floor))).toEqual([0, 7, 12_000]);
  expect([0.4, 7.1, 12_001].map((count) => twoDigits(count, Math.ceil))).toEqual([1, 8, 13_000]);
});
