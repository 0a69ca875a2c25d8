import { describe, expect, test } from 'vitest';
import { ALL_WEEKDAYS } from '../targeting/schedule.ts';
import {
  auctionWinners,
  blockedBy,
  type Candidate,
  DECISION_GATES,
  type DecisionGate,
  hostWithin,
  refusingGate,
  type Situation,
} from './gates.ts';
import {
  effectiveCpmMicros,
  hopefulCpmMicros,
  MAX_PRICE_MICROS,
  priceMicrosOf,
  smoothedClickRate,
} from './price.ts';

const PASSING: Candidate = {
  adSetId: 1,
  creativeId: 10,
  advertiserActive: true,
  campaignActive: true,
  adSetArchived: false,
  creativeActive: true,
  walletPositive: true,
  size: { widthPx: 300, heightPx: 250 },
  locations: ['DE'],
  devices: ['mobile'],
  languages: ['de'],
  schedule: { startDay: 100, endDay: 200, startMinute: 60, endMinute: 120, weekdayMask: ALL_WEEKDAYS },
  ecpmMicros: 1_000,
  objective: 'TRAFFIC',
  priceMicros: 200,
  budgetLeft: true,
  paceAllows: true,
  advertiserHost: 'shop.example',
};

const VIEW: Situation = {
  sizes: [{ widthPx: 300, heightPx: 250 }],
  country: 'DE',
  device: 'mobile',
  language: 'de',
  floorMicros: 1_000,
  minimumCpmMicros: 999_999,
  minimumCpcMicros: 200,
  local: { dayNumber: 150, minuteOfDay: 60, isoWeekday: 1 },
  cappedAdSetIds: [],
  blocks: { advertiserDomains: ['other.example'], creativeIds: [11] },
};

/** For each gate a candidate or a view that it refuses, and nothing before it. */
const REFUSALS: Readonly<Record<DecisionGate, [Partial<Candidate>, Partial<Situation>]>> = {
  status: [{ campaignActive: false }, {}],
  review: [{ creativeActive: false }, {}],
  wallet: [{ walletPositive: false }, {}],
  size: [{}, { sizes: [{ widthPx: 300, heightPx: 300 }] }],
  country: [{}, { country: '' }],
  device: [{}, { device: null }],
  language: [{}, { language: 'fr' }],
  minimum_bid: [{}, { minimumCpcMicros: 201 }],
  floor: [{}, { floorMicros: 1_001 }],
  dates: [{}, { local: { dayNumber: 201, minuteOfDay: 60, isoWeekday: 1 } }],
  hours: [{}, { local: { dayNumber: 150, minuteOfDay: 120, isoWeekday: 1 } }],
  budget: [{ budgetLeft: false }, {}],
  pacing: [{ paceAllows: false }, {}],
  frequency: [{}, { cappedAdSetIds: [2, 1] }],
  block: [{ advertiserHost: 'www.other.example' }, {}],
};

describe('the gates', () => {
  test('let pass what fits', () => {
    expect(refusingGate(PASSING, VIEW)).toBeNull();
  });

  test.each(DECISION_GATES)('%s refuses by its own name', (gate) => {
    const [candidate, view] = REFUSALS[gate];
    expect(refusingGate({ ...PASSING, ...candidate }, { ...VIEW, ...view })).toBe(gate);
  });

  test('name the first that refuses', () => {
    const everything = Object.values(REFUSALS);
    const candidate = Object.assign({ ...PASSING }, ...everything.map(([part]) => part));
    const view = Object.assign({ ...VIEW }, ...everything.map(([, part]) => part));
    expect(refusingGate(candidate, view)).toBe('status');
  });

  test('reach an unknown device only by all devices, and unknown places only by none', () => {
    const anywhere = {
      ...PASSING,
      devices: ['desktop', 'mobile', 'tablet'],
      locations: [],
      languages: [],
    } as const;
    expect(refusingGate(anywhere, { ...VIEW, device: null, country: '', language: '' })).toBeNull();
  });
});

test('a view of several sizes takes a creative of any of them', () => {
  const sizes = [PASSING.size, { widthPx: 728, heightPx: 90 }];
  expect(refusingGate(PASSING, { ...VIEW, sizes })).toBeNull();
  expect(refusingGate(PASSING, { ...VIEW, sizes: sizes.toReversed() })).toBeNull();
  expect(refusingGate({ ...PASSING, size: { widthPx: 300, heightPx: 90 } }, { ...VIEW, sizes })).toBe('size');
});

describe('a site block', () => {
  test('holds for the domain and what lies below it', () => {
    expect(hostWithin('shop.example', 'shop.example')).toBe(true);
    expect(hostWithin('www.shop.example', 'shop.example')).toBe(true);
    expect(hostWithin('workshop.example', 'shop.example')).toBe(false);
    expect(hostWithin('example', 'shop.example')).toBe(false);
  });

  test('holds for a creative, and not for one without a click address', () => {
    const blocks = { advertiserDomains: ['shop.example'], creativeIds: [7] };
    expect(blockedBy(blocks, { creativeId: 7, advertiserHost: null })).toBe(true);
    expect(blockedBy(blocks, { creativeId: 8, advertiserHost: null })).toBe(false);
    const several = { advertiserDomains: ['one.example', 'two.example'], creativeIds: [] };
    const hosts = ['two.example', 'shop.one.example', 'three.example'];
    expect(hosts.map((advertiserHost) => blockedBy(several, { creativeId: 8, advertiserHost }))).toEqual([
      ...[true, true, false],
    ]);
  });
});

describe('a blocked category', () => {
  const blocks = { advertiserDomains: [], creativeIds: [], categories: ['gambling', 'none'] };
  const creative = { creativeId: 1, advertiserHost: null };

  test('holds for campaigns of it, and under its own word for those that name none', () => {
    expect(blockedBy(blocks, { ...creative, category: 'gambling' })).toBe(true);
    expect(blockedBy(blocks, { ...creative, category: 'travel' })).toBe(false);
    expect(blockedBy(blocks, { ...creative, category: null })).toBe(true);
    expect(blockedBy({ ...blocks, categories: ['gambling'] }, creative)).toBe(false);
  });
});

describe('the auction', () => {
  const situationOf = () => VIEW;

  test('is won by the highest eCPM, by several where they are equal', () => {
    const candidates = [
      { ...PASSING, adSetId: 1, ecpmMicros: 2_000 },
      { ...PASSING, adSetId: 2, ecpmMicros: 3_000, paceAllows: false },
      { ...PASSING, adSetId: 3, ecpmMicros: 2_000 },
      { ...PASSING, adSetId: 4, ecpmMicros: 1_500 },
    ];
    const { winners } = auctionWinners(candidates, situationOf);
    expect(winners?.map(({ adSetId }) => adSetId)).toEqual([1, 3]);
  });

  test('names the last gate that anyone reached', () => {
    const candidates = [
      { ...PASSING, walletPositive: false },
      { ...PASSING, budgetLeft: false },
    ];
    expect(auctionWinners(candidates, situationOf)).toEqual({ winners: null, lastGate: 'budget' });
    expect(auctionWinners([], situationOf)).toEqual({ winners: null, lastGate: null });
  });
});

describe('prices', () => {
  const rateCard = { cpmMicros: 2_000_000, cpcMicros: 200_000 };

  test('are the bid, else the rate card of the objective', () => {
    expect(priceMicrosOf('BRAND_AWARENESS', null, rateCard)).toBe(2_000_000);
    expect(priceMicrosOf('TRAFFIC', null, rateCard)).toBe(200_000);
    expect(priceMicrosOf('TRAFFIC', 5, rateCard)).toBe(5);
    expect(priceMicrosOf('TRAFFIC', 2 ** 50, rateCard)).toBe(MAX_PRICE_MICROS);
  });

  test('of clicks count by a click rate that leaves its prior with what was seen', () => {
    expect(effectiveCpmMicros('TRAFFIC', 200_000, null)).toBe(1_000_000);
    expect(effectiveCpmMicros('BRAND_AWARENESS', 200_000, null)).toBe(200_000);
    expect(smoothedClickRate({ impressions: 999_000, clicks: 0 })).toBeLessThan(0.00001);
    expect(smoothedClickRate({ impressions: 0, clicks: 1_000_000 })).toBeLessThanOrEqual(1);
  });
});

describe('what may be hoped of a click rate', () => {
  test('is two deviations above what is expected, less with each impression, and nothing where views are paid', () => {
    const above = (counts: { impressions: number; clicks: number } | null) =>
      hopefulCpmMicros('TRAFFIC', 1_000_000, counts) / effectiveCpmMicros('TRAFFIC', 1_000_000, counts) - 1;
    // Beta(5, 995): mean 0.005, deviation 0.00223.
    expect(above(null)).toBeCloseTo(0.892, 3);
    expect(above({ impressions: 9_000, clicks: 45 })).toBeCloseTo(0.282, 3);
    expect(hopefulCpmMicros('BRAND_AWARENESS', 3_000_000, null)).toBe(3_000_000);
  });
});
