import { dayOfNumber } from '@placard/domain/time-zone';
import { describe, expect, test } from 'vitest';
import { NO_BID_PLACE } from '../decide/ad-index.ts';
import { Pacer } from '../decide/pacer.ts';
import { Zones } from '../decide/zones.ts';
import type { AdSetRow, CampaignRow, CreativeRow, SnapshotRows } from './rows.ts';
import { type ChangedRows, LEARNING_MS, Snapshot } from './snapshot.ts';

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
  publicKey: 'key',
  adSetIds: [1],
};

const NOTHING: ChangedRows = {
  settings: null,
  shares: null,
  bidCards: null,
  accounts: [],
  campaigns: [],
  adSets: [],
  adSetIds: [],
  creatives: [],
  websites: [],
  widgets: [],
};

function snapshotOf(rows: Partial<SnapshotRows>): Snapshot {
  const snapshot = new Snapshot(
    {
      settings: { shareBp: 7_000, cpmMicros: 2_000_000, cpcMicros: 200_000, demo: false },
      shares: [],
      bidCards: [],
      accounts: [{ id: 1, active: true, timeZone: 'UTC', walletPositive: true }],
      campaigns: [CAMPAIGN],
      adSets: [AD_SET],
      creatives: [CREATIVE],
      websites: [],
      widgets: [],
      ...rows,
    },
    { pacer: new Pacer(0, 1), zones: new Zones() },
  );
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
    snapshot.apply({ ...NOTHING, shares: [...shares, rate({ publisherId: 2 }, 8_000, NOW_MS + 1)] });
    const times = [NOW_MS, NOW_MS + 1, NOW_MS + 2];
    expect(times.map(shareAt)).toEqual([6_500, 8_000, 9_000]);
    snapshot.apply({ ...NOTHING, shares: [] });
    const settings = { shareBp: 6_000, cpmMicros: 2_000_000, cpcMicros: 200_000, demo: false };
    snapshot.apply({ ...NOTHING, settings });
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
    snapshot.apply({ ...NOTHING, bidCards: [card(NOW_MS, 200_000), card(NOW_MS + 100, 200_001)] });
    const before = snapshot.index.standing(1)?.adSet;
    expect(below(NOW_MS + 99)).toBe(0);
    expect(snapshot.index.standing(1)?.adSet).toBe(before);
    expect(below(NOW_MS + 100)).toBe(1);
    expect(snapshot.bids.at(NOW_MS + 100).cpcAt(0)).toBe(200_001);
    snapshot.apply({ ...NOTHING, bidCards: [] });
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
    const settings = { shareBp: 6_000, cpmMicros: 3_000_000, cpcMicros: 200_000, demo: false };
    snapshot.apply({ ...NOTHING, settings });
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
    expect(learns(NOW_MS + LEARNING_MS - 1)).toBe(true);
    expect(learns(NOW_MS + LEARNING_MS)).toBe(false);
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

  test('drops an ad set that is asked for and no longer there', () => {
    const snapshot = snapshotOf({});
    snapshot.apply({ ...NOTHING, adSetIds: [1] });
    expect(settled(snapshot).index.adSetCount).toBe(0);
  });

  test('goes on where a slice ended', () => {
    const adSets = Array.from({ length: 50 }, (_, at) => ({ ...AD_SET, id: at + 1 }));
    const snapshot = new Snapshot(
      {
        settings: { shareBp: 7_000, cpmMicros: 2_000_000, cpcMicros: 200_000, demo: false },
        shares: [],
        bidCards: [],
        accounts: [{ id: 1, active: true, timeZone: 'UTC', walletPositive: true }],
        campaigns: [CAMPAIGN],
        adSets,
        creatives: [{ ...CREATIVE, adSetIds: adSets.map(({ id }) => id) }],
        websites: [],
        widgets: [],
      },
      { pacer: new Pacer(0, 1), zones: new Zones() },
    );
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
