import { TOKEN_FLAG_CPC } from '@placard/contract/wire/decision-token';
import { dayOfNumber } from '@placard/domain/time-zone';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { letterPair, NO_BID_PLACE } from '../decide/ad-index.ts';
import { Pacer } from '../decide/pacer.ts';
import { REST_PACE } from '../decide/shelf.ts';
import { Zones } from '../decide/zones.ts';
import type { AdSetRow, CampaignRow, CreativeRow } from './rows.ts';
import { type ChangedRows, LEARNING_MS, NO_CHANGE, Snapshot } from './snapshot.ts';

const DAY_MS = 86_400_000;
const TODAY = 20_000;
const NOW_MS = TODAY * DAY_MS + 1_000;

const CAMPAIGN: CampaignRow = {
  id: 1,
  advertiserId: 1,
  objective: 'TRAFFIC',
  active: true,
  category: null,
  startDate: dayOfNumber(TODAY),
  endDate: null,
  analyticsKey: 'campaign-key',
};

const AD_SET: AdSetRow = {
  id: 1,
  campaignId: 1,
  archived: false,
  totalBudgetMicros: 1e9,
  dailyBudgetMicros: null,
  spentMicros: 0,
  impressions: 0,
  clicks: 0,
  locations: [],
  devices: ['desktop', 'mobile', 'tablet'],
  languages: [],
  startMinute: 0,
  endMinute: 0,
  daysOfWeek: [1, 2, 3, 4, 5, 6, 7],
  bidMicros: null,
  frequencyCapPerDay: null,
};

const CREATIVE: CreativeRow = {
  id: 1,
  type: 'image',
  widthPx: 300,
  heightPx: 250,
  fileKey: 'a.webp',
  altText: '',
  clickUrl: 'https://shop.example/',
  adCode: null,
  status: 'active',
  approvedAtMs: NOW_MS - 2 * LEARNING_MS,
  earlierClickUrl: null,
  stopped: false,
  publicKey: 'key',
  adSetIds: [1],
};

const SETTINGS = { shareBp: 7_000, cpmMicros: 2_000_000, cpcMicros: 200_000, demo: false };

function unsettled(rows: Partial<ChangedRows>): Snapshot {
  const snapshot = new Snapshot(SETTINGS, { pacer: new Pacer(0, 1), zones: new Zones() });
  snapshot.apply({
    ...NO_CHANGE,
    accounts: [{ id: 1, active: true, timeZone: 'UTC', walletPositive: true }],
    campaigns: [CAMPAIGN],
    adSets: [AD_SET],
    creatives: [CREATIVE],
    ...rows,
  });
  return snapshot;
}

function snapshotOf(rows: Partial<ChangedRows>): Snapshot {
  const snapshot = unsettled(rows);
  snapshot.settle(NOW_MS, () => false);
  return snapshot;
}

const settled = (snapshot: Snapshot, nowMs = NOW_MS) => {
  snapshot.noteTime(nowMs);
  snapshot.settle(nowMs, () => false);
  return snapshot;
};
const ecpmOf = (snapshot: Snapshot) => snapshot.index.standing(1)?.units[0]?.ecpmMicros;

describe('a snapshot', () => {
  test("signs a website's own share from its instant on, else its publisher's, the network's, the settings'", () => {
    const site = { id: 3, publisherId: 2, domain: 'news.example', active: true, archived: false };
    const website = { ...site, analyticsKey: 'k', separateCategories: false, blocks: [] };
    const base = {
      type: 'banner',
      headingTitle: null,
      lazy: false,
      floorMicros: null,
      status: 'active',
    } as const;
    const widget = { ...base, id: 4, websiteId: 3, embedKey: 'w', sizes: [], blocks: [] };
    const snapshot = snapshotOf({ websites: [website], widgets: [widget] });
    const shareAt = (nowMs: number) => snapshot.widgets.byKey('w')?.share.at(nowMs);
    expect(shareAt(NOW_MS)).toBe(7_000);
    const rate = (of: object, shareBp: number, fromMs: number) => ({
      ...{ publisherId: null, websiteId: null, shareBp, fromMs, untilMs: null, ...of },
    });
    const shares = [rate({}, 6_500, 0), rate({ websiteId: 3 }, 9_000, NOW_MS + 2)];
    snapshot.apply({ ...NO_CHANGE, shares: [...shares, rate({ publisherId: 2 }, 8_000, NOW_MS + 1)] });
    const times = [NOW_MS, NOW_MS + 1, NOW_MS + 2];
    expect(times.map(shareAt)).toEqual([6_500, 8_000, 9_000]);
    snapshot.apply({ ...NO_CHANGE, shares: [] });
    const settings = { shareBp: 6_000, cpmMicros: 2_000_000, cpcMicros: 200_000, demo: false };
    snapshot.apply({ ...NO_CHANGE, settings });
    expect(shareAt(NOW_MS + 2)).toBe(6_000);
  });

  test('places ad sets by the minimum bids that hold, from their instant on, and not again for nothing', () => {
    const card = (fromMs: number, cpcMicros: number) => ({
      ...{ fromMs, tiers: [] },
      minimums: [{ widgetType: 'banner' as const, tier: 0, cpmMicros: null, cpcMicros }],
    });
    const snapshot = snapshotOf({ bidCards: [card(NOW_MS, 200_000)] });
    const below = (nowMs: number) => settled(snapshot, nowMs).index.standing(1)?.adSet.belowPlaces;
    expect(below(NOW_MS)).toBe(0);
    snapshot.apply({ ...NO_CHANGE, bidCards: [card(NOW_MS, 200_000), card(NOW_MS + 100, 200_001)] });
    const before = snapshot.index.standing(1)?.adSet;
    expect(below(NOW_MS + 99)).toBe(0);
    expect(snapshot.index.standing(1)?.adSet).toBe(before);
    expect(below(NOW_MS + 100)).toBe(1);
    expect(snapshot.bids.at(NOW_MS + 100).cpcAt(0)).toBe(200_001);
    snapshot.apply({ ...NO_CHANGE, bidCards: [] });
    expect(below(NOW_MS + 100)).toBe(0);
  });

  test('orders click bids by the click rate counted so far, once it has moved', () => {
    const snapshot = snapshotOf({});
    expect(ecpmOf(snapshot)).toBe(1_000_000);
    snapshot.putClickCounts([{ id: 1, impressions: 1_000, clicks: 5 }]);
    expect(ecpmOf(settled(snapshot))).toBe(1_000_000);
    snapshot.putClickCounts([{ id: 1, impressions: 9_000, clicks: 195 }]);
    expect(ecpmOf(settled(snapshot))).toBeCloseTo(200_000 * 0.02 * 1_000);
    expect(ecpmOf(snapshotOf({ adSets: [{ ...AD_SET, impressions: 9_000, clicks: 195 }] }))).toBeCloseTo(
      4_000_000,
    );
  });

  test('takes the rate card where there is no bid, also when it changes', () => {
    const snapshot = snapshotOf({ campaigns: [{ ...CAMPAIGN, objective: 'BRAND_AWARENESS' }] });
    expect(ecpmOf(snapshot)).toBe(2_000_000);
    expect(snapshot.index.standing(1)?.adSet).toMatchObject({ flags: 0, capPerDay: 0 });
    expect(snapshotOf({}).index.standing(1)?.adSet).toMatchObject({ flags: TOKEN_FLAG_CPC, capPerDay: 0 });
    const settings = { shareBp: 6_000, cpmMicros: 3_000_000, cpcMicros: 200_000, demo: false };
    snapshot.apply({ ...NO_CHANGE, settings });
    expect(ecpmOf(settled(snapshot))).toBe(3_000_000);
  });

  test('lets a campaign in before its first day in any zone, and out after its last', () => {
    const startDate = dayOfNumber(TODAY + 10);
    const snapshot = snapshotOf({ campaigns: [{ ...CAMPAIGN, startDate, endDate: startDate }] });
    const standsOn = (day: number) => settled(snapshot, day * DAY_MS + 1).index.standing(1) !== undefined;
    expect([0, 7, 8, 9, 10, 11, 12, 13].map((days) => standsOn(TODAY + days))).toEqual([
      ...[false, false],
      ...[true, true, true, true],
      ...[false, false],
    ]);
  });

  test('lets a creative learn for three days after its approval', () => {
    const snapshot = snapshotOf({ creatives: [{ ...CREATIVE, approvedAtMs: NOW_MS }] });
    const learns = (nowMs: number) => settled(snapshot, nowMs).index.standing(1)?.units[0]?.learning;
    expect(learns(NOW_MS + 3 * DAY_MS - 1)).toBe(true);
    expect(learns(NOW_MS + 3 * DAY_MS)).toBe(false);
  });

  test('makes one unit a size, and none of what cannot be shown', () => {
    const creatives: CreativeRow[] = [
      CREATIVE,
      { ...CREATIVE, id: 2, publicKey: 'second' },
      { ...CREATIVE, id: 3, publicKey: 'third', widthPx: 728, heightPx: 90 },
      { ...CREATIVE, id: 4, publicKey: 'fourth', widthPx: 160, heightPx: 600, status: 'pending' },
      { ...CREATIVE, id: 5, publicKey: 'fifth', widthPx: 320, heightPx: 50, clickUrl: 'javascript:alert(1)' },
    ];
    const units = snapshotOf({ creatives }).index.standing(1)?.units ?? [];
    expect(units.map((unit) => [unit.widthPx, unit.creatives.map(({ id }) => id)])).toEqual([
      [300, [1, 2]],
      [728, [3]],
    ]);
  });

  test('keeps reach and schedule once of ad sets that have them alike, and apart of others', () => {
    const [one, alike, other] = [1, 2, 3].map((id) => ({ ...AD_SET, id, devices: [...AD_SET.devices] }));
    if (one === undefined || alike === undefined || other === undefined) throw new Error('three are made');
    const adSets = [one, alike, { ...other, languages: ['de'], startMinute: 60 }];
    const { index } = snapshotOf({ adSets, creatives: [{ ...CREATIVE, adSetIds: [1, 2, 3] }] });
    const [first, second, third] = [1, 2, 3].map((id) => index.standing(id));
    expect(second?.reach).toBe(first?.reach);
    expect(second?.adSet.schedule).toBe(first?.adSet.schedule);
    expect(third?.reach.languages).toEqual([letterPair('de')]);
    expect([first?.adSet.schedule.startMinute, third?.adSet.schedule.startMinute]).toEqual([0, 60]);
  });

  test('reads the zones of its advertisers as it is settled: a decision has them', () => {
    const asked = vi.spyOn(Intl.DateTimeFormat.prototype, 'formatToParts');
    onTestFinished(() => asked.mockRestore());
    const farMs = Date.UTC(2094, 1, 1, 6, 7);
    const zones = new Zones();
    const snapshot = new Snapshot(SETTINGS, { pacer: new Pacer(0, 1), zones });
    const account = { id: 1, active: true, timeZone: 'Pacific/Fiji', walletPositive: true };
    snapshot.apply({ ...NO_CHANGE, accounts: [account], campaigns: [CAMPAIGN], adSets: [AD_SET] });
    snapshot.apply({ ...NO_CHANGE, creatives: [CREATIVE] });
    snapshot.settle(farMs, () => false);
    expect(asked.mock.calls.length).toBeGreaterThan(80);
    asked.mockClear();
    zones.at(farMs);
    expect(snapshot.index.standing(1)?.adSet.zone.stamp).toBe(farMs / 60_000);
    expect(asked.mock.calls.length).toBe(0);
  });

  test("puts an advertiser's ad sets up anew where their account changed, and only then", () => {
    const account = { id: 1, active: true, timeZone: 'UTC', walletPositive: true };
    const standing = (...changes: Partial<typeof account>[]) => {
      const snapshot = snapshotOf({});
      const before = snapshot.index.standing(1)?.adSet;
      for (const change of changes) {
        snapshot.apply({ ...NO_CHANGE, accounts: [{ ...account, ...change }] });
        settled(snapshot);
      }
      const after = snapshot.index.standing(1)?.adSet;
      return after === before ? 'as it was' : after?.zone.name;
    };
    expect(standing({})).toBe('as it was');
    expect(standing({ timeZone: 'Asia/Tokyo' })).toBe('Asia/Tokyo');
    expect(standing({ active: false })).toBeUndefined();
    expect(standing({ walletPositive: false })).toBeUndefined();
    expect(standing({ walletPositive: false }, {})).toBe('UTC');
  });

  test.each([
    [{ totalBudgetMicros: 5e6, spentMicros: 1e6 }, 4e6],
    [{ totalBudgetMicros: 5e6, dailyBudgetMicros: 3e6 }, 3e6],
    [{ totalBudgetMicros: 5e6, spentMicros: 4e6, dailyBudgetMicros: 3e6 }, 1e6],
  ])('reckons until the first plan with what %o leaves, or has for a day', (change, micros) => {
    const asked = vi.spyOn(Pacer.prototype, 'allowanceOf');
    onTestFinished(() => asked.mockRestore());
    const ecpm = ecpmOf(snapshotOf({ adSets: [{ ...AD_SET, ...change }] })) ?? 0;
    expect(asked.mock.calls).toEqual([[1, (micros * 1_000) / ecpm]]);
  });

  test('drops an ad set that is asked for and no longer there', () => {
    const snapshot = snapshotOf({});
    snapshot.apply({ ...NO_CHANGE, adSetIds: [1] });
    expect(settled(snapshot).index.adSetCount).toBe(0);
  });

  describe('looks at a part of all ad sets at a time', () => {
    const many = (rows: Partial<ChangedRows>) => {
      const adSets = Array.from({ length: 250 }, (_, at) => ({ ...AD_SET, id: at + 1 }));
      const creatives = [{ ...CREATIVE, adSetIds: adSets.map(({ id }) => id) }];
      return snapshotOf({ adSets, creatives, ...rows });
    };
    /** Slices that end as soon as they may, and ad sets that were put up anew in all of them. */
    const slices = (snapshot: Snapshot, nowMs = NOW_MS) => {
      const standing = (id: number) => snapshot.index.standing(id)?.adSet;
      const before = new Map(Array.from({ length: 250 }, (_, at) => [at + 1, standing(at + 1)]));
      let count = 1;
      while (!snapshot.settle(nowMs, () => true)) count += 1;
      return [count, [...before].filter(([id, adSet]) => standing(id) !== adSet).length];
    };

    test('when the rate card changes, and puts up anew those without a bid', () => {
      const snapshot = many({});
      snapshot.apply({ ...NO_CHANGE, adSets: [{ ...AD_SET, id: 7, bidMicros: 1_000 }] });
      settled(snapshot);
      snapshot.apply({ ...NO_CHANGE, settings: { ...SETTINGS, cpcMicros: 300_000 } });
      expect(slices(snapshot)).toEqual([2 + 249, 249]);
      snapshot.apply({ ...NO_CHANGE, settings: { ...SETTINGS, cpcMicros: 300_000, shareBp: 6_000 } });
      expect(slices(snapshot)).toEqual([1, 0]);
    });

    test('when a card of minimum bids holds, the newest alone', () => {
      const snapshot = many({});
      const card = (cpcMicros: number) => ({
        ...{ fromMs: 0, tiers: [] },
        minimums: [{ widgetType: 'banner' as const, tier: 0, cpmMicros: null, cpcMicros }],
      });
      snapshot.apply({ ...NO_CHANGE, bidCards: [card(200_001)] });
      expect(snapshot.settle(NOW_MS, () => true)).toBe(false);
      snapshot.apply({ ...NO_CHANGE, bidCards: [card(200_000)] });
      // A hundred of them were found for the first card, whose shelves they leave for the second.
      expect(slices(snapshot)).toEqual([2 + 100, 100]);
      expect(snapshot.index.standing(1)?.adSet.belowPlaces).toBe(0);
    });

    test('when the clock was set back, and wakes all that rest', () => {
      const snapshot = many({});
      const adSet = snapshot.index.standing(250)?.adSet;
      if (adSet !== undefined) snapshot.index.rest(adSet, REST_PACE, 9e15);
      expect(snapshot.index.restingCount).toBe(1);
      snapshot.noteClockSetBack();
      expect(slices(snapshot)).toEqual([2 + 250, 250]);
      expect(snapshot.index.restingCount).toBe(0);
    });

    test('when time has changed one, and not while nothing is due', () => {
      const approvedAtMs = NOW_MS - LEARNING_MS + 1_000;
      const snapshot = many({
        creatives: [
          { ...CREATIVE, adSetIds: [1], approvedAtMs: approvedAtMs + 2 },
          { ...CREATIVE, id: 2, publicKey: 'second', adSetIds: [250], approvedAtMs },
          { ...CREATIVE, id: 3, publicKey: 'third', adSetIds: [2] },
        ],
      });
      const at = (nowMs: number) => {
        snapshot.noteTime(nowMs);
        return slices(snapshot, nowMs);
      };
      expect(at(NOW_MS + 999)).toEqual([1, 0]);
      expect(at(NOW_MS + 1_000)).toEqual([2 + 1, 1]);
      expect(at(NOW_MS + 1_001)).toEqual([1, 0]);
      expect(at(NOW_MS + 1_002)).toEqual([2 + 1, 1]);
      expect(at(NOW_MS + 1e9)).toEqual([1, 0]);
    });

    test('to its end, whatever comes due meanwhile, and that after it', () => {
      const soonest = NOW_MS - LEARNING_MS + 1_000;
      const snapshot = many({
        creatives: [
          { ...CREATIVE, adSetIds: [250], approvedAtMs: soonest },
          { ...CREATIVE, id: 2, publicKey: 'second', adSetIds: [1], approvedAtMs: soonest + 1 },
        ],
      });
      const learning = (id: number) => snapshot.index.standing(id)?.units[0]?.learning;
      for (let atMs = NOW_MS + 1_000; atMs < NOW_MS + 1_005; atMs += 1) {
        snapshot.noteTime(atMs);
        snapshot.settle(atMs, () => true);
      }
      expect([learning(250), learning(1)]).toEqual([false, true]);
      expect(slices(snapshot, NOW_MS + 1_005)).toEqual([expect.any(Number), 1]);
      expect(learning(1)).toBe(false);
    });
  });

  test('changes the widgets of the website, or of all its publisher’s websites, and no others', () => {
    const site = { domain: 'news.example', active: true, archived: false, analyticsKey: 'k' };
    const websites = [1, 2, 3].map((id) => ({
      ...{ ...site, id, publisherId: id === 3 ? 9 : 8, separateCategories: false, blocks: [] },
    }));
    const widgets = [1, 2, 3].map((id) => ({
      ...({
        id,
        websiteId: id,
        embedKey: `w${id}`,
        type: 'banner',
        headingTitle: null,
        lazy: false,
      } as const),
      ...{ floorMicros: null, status: 'active', sizes: [], blocks: [] },
    }));
    const publisher = (id: number, active: boolean) => ({
      ...{ id, active, timeZone: 'UTC', walletPositive: false },
    });
    const snapshot = snapshotOf({ accounts: [publisher(8, true), publisher(9, true)], websites, widgets });
    const serving = () => ['w1', 'w2', 'w3'].map((key) => snapshot.widgets.byKey(key)?.serving);
    const views = () => ['w1', 'w2', 'w3'].map((key) => snapshot.widgets.byKey(key));
    expect(serving()).toEqual([true, true, true]);
    const before = views();
    snapshot.apply({ ...NO_CHANGE, accounts: [publisher(8, false)] });
    expect(serving()).toEqual([false, false, true]);
    expect(views()[2]).toBe(before[2]);
    // The second moves to the other publisher, who is not suspended.
    snapshot.apply({
      ...NO_CHANGE,
      websites: websites.slice(1, 2).map((row) => ({ ...row, publisherId: 9 })),
    });
    expect(serving()).toEqual([false, true, true]);
    snapshot.apply({ ...NO_CHANGE, accounts: [publisher(8, true)] });
    expect([serving(), snapshot.codes.siteOf('k')?.websiteId]).toEqual([[true, true, true], 2]);
    snapshot.apply({ ...NO_CHANGE, accounts: [publisher(9, false)] });
    expect([serving(), snapshot.codes.siteOf('k')]).toEqual([[true, false, false], undefined]);
  });

  test('goes on where a slice ended', () => {
    const adSets = Array.from({ length: 50 }, (_, at) => ({ ...AD_SET, id: at + 1 }));
    const snapshot = unsettled({
      adSets,
      creatives: [{ ...CREATIVE, adSetIds: adSets.map(({ id }) => id) }],
    });
    let turns = 1;
    while (!snapshot.settle(NOW_MS, () => true)) turns += 1;
    expect(turns).toBe(50);
    expect(snapshot.index.adSetCount).toBe(50);
    expect(
      snapshot.index.slot(300, 250).reach({ device: 1, country: 0, language: 0, bidPlace: NO_BID_PLACE })[0]
        ?.size,
    ).toBe(50);
  });
});
