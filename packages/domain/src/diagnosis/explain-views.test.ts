import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Candidate, DECISION_GATES, refusingGate, type Situation } from '../decision/gates.ts';
import { DIAGNOSIS_GATES, explainViews, heldByPace, type SampledView } from './explain-views.ts';

const size = fc.constantFrom({ widthPx: 300, heightPx: 250 }, { widthPx: 728, heightPx: 90 });
const country = fc.constantFrom('DE', 'FR', '');
const language = fc.constantFrom('de', 'en', '');
const device = fc.constantFrom('desktop' as const, 'mobile' as const, 'tablet' as const);
const mostly = fc.integer({ min: 0, max: 9 }).map((value) => value > 0);

const candidateOf = (adSetId: number): fc.Arbitrary<Candidate> =>
  fc.record({
    adSetId: fc.constant(adSetId),
    creativeId: fc.integer({ min: 1, max: 3 }),
    advertiserActive: mostly,
    campaignActive: mostly,
    adSetArchived: fc.constant(false),
    creativeActive: mostly,
    walletPositive: mostly,
    size,
    locations: fc.uniqueArray(fc.constantFrom('DE', 'FR'), { maxLength: 2 }),
    devices: fc.uniqueArray(device, { minLength: 1 }),
    languages: fc.uniqueArray(fc.constantFrom('de', 'en'), { maxLength: 2 }),
    schedule: fc.record({
      startDay: fc.integer({ min: 99, max: 101 }),
      endDay: fc.constantFrom(null, 100, 101),
      startMinute: fc.constantFrom(0, 600),
      endMinute: fc.constantFrom(0, 600, 1_200),
      weekdayMask: fc.constantFrom(0b111_1111, 0b000_0001),
    }),
    ecpmMicros: fc.integer({ min: 1, max: 5 }),
    objective: fc.constantFrom('TRAFFIC' as const, 'BRAND_AWARENESS' as const),
    priceMicros: fc.integer({ min: 1, max: 3 }),
    budgetLeft: mostly,
    paceAllows: mostly,
    advertiserHost: fc.constantFrom('shop.example', 'other.example', null),
  });

const situation: fc.Arbitrary<Situation> = fc.record({
  sizes: fc.uniqueArray(size, { minLength: 1 }),
  country,
  device: fc.option(device),
  language,
  floorMicros: fc.integer({ min: 0, max: 3 }),
  minimumCpmMicros: fc.nat(3),
  minimumCpcMicros: fc.nat(3),
  local: fc.record({
    dayNumber: fc.constantFrom(99, 100, 101),
    minuteOfDay: fc.constantFrom(0, 599, 600, 1_300),
    isoWeekday: fc.constantFrom(1, 2),
  }),
  cappedAdSetIds: fc.uniqueArray(fc.constantFrom(1, 2), { maxLength: 2 }),
  blocks: fc.option(
    fc.record({
      advertiserDomains: fc.uniqueArray(fc.constantFrom('shop.example'), { maxLength: 1 }),
      creativeIds: fc.uniqueArray(fc.constantFrom(1, 2), { maxLength: 1 }),
    }),
  ),
});

const sampledView: fc.Arbitrary<SampledView> = fc.record({
  weight: fc.integer({ min: 1, max: 1_000 }),
  situation,
  winningEcpmMicros: fc.integer({ min: 0, max: 5 }),
  winningAdSetId: fc.constantFrom(0, 1, 2),
});

describe('views explained', () => {
  test('agree with plain evaluation of every gate, view by view', () => {
    fc.assert(
      fc.property(candidateOf(1), sampledView, (candidate, view) => {
        const explained = explainViews([candidate], [view]);
        const plain = refusingGate(candidate, view.situation);
        const stopping = DIAGNOSIS_GATES.filter((gate) => explained.gates[gate].stopped > 0);
        const outbid = view.winningAdSetId !== 1 && view.winningEcpmMicros > candidate.ecpmMicros;
        if (plain === null) {
          expect(stopping).toEqual(outbid ? ['outbid'] : []);
          expect(explained.reachable).toBe(view.weight);
        } else {
          // The order differs, the answer does not: it is stopped, by a gate that by itself refuses it.
          const [gate] = stopping;
          expect(stopping).toHaveLength(1);
          if (gate === 'outbid') expect(outbid && plain === 'pacing').toBe(true);
          else expect(explained.gates[plain].refused).toBe(view.weight);
        }
        for (const gate of DECISION_GATES) {
          const alone = passesAlone(candidate, view.situation, gate);
          expect(explained.gates[gate].refused).toBe(alone ? 0 : view.weight);
        }
      }),
    );
  });

  test('in which it was only outbid are of its market, from one micro-dollar on', () => {
    const open = candidateOf(1).map((candidate) => ({
      ...candidate,
      ...{ advertiserActive: true, campaignActive: true, creativeActive: true, walletPositive: true },
      ...{ locations: [], languages: [], devices: ['desktop' as const], advertiserHost: null },
      ...{ budgetLeft: true, paceAllows: true },
      schedule: { startDay: 99, endDay: null, startMinute: 0, endMinute: 0, weekdayMask: 0b111_1111 },
    }));
    const others = { weight: 7, winningAdSetId: 2 };
    fc.assert(
      fc.property(open, situation, (candidate, anywhere) => {
        const here: Situation = {
          ...anywhere,
          ...{ sizes: [candidate.size], device: 'desktop', cappedAdSetIds: [], blocks: null },
          ...{ floorMicros: 0, minimumCpmMicros: 0, minimumCpcMicros: 0 },
        };
        fc.pre(refusingGate(candidate, here) === null);
        const explained = (winningEcpmMicros: number) =>
          explainViews([candidate], [{ ...others, situation: here, winningEcpmMicros }]);
        const [outbid, open] = [explained(candidate.ecpmMicros + 1), explained(candidate.ecpmMicros)];
        expect([outbid.reachable, outbid.gates.outbid.stopped]).toEqual([7, 7]);
        expect([open.reachable, open.gates.outbid.stopped]).toEqual([7, 0]);
      }),
    );
  });

  test('were shown where one of its own won', () => {
    fc.assert(
      fc.property(
        fc.array(candidateOf(1), { maxLength: 2 }),
        fc.array(sampledView, { maxLength: 8 }),
        (own, views) => {
          const won = own.length === 0 ? [] : views.filter(({ winningAdSetId }) => winningAdSetId === 1);
          expect(explainViews(own, views).shown).toBe(won.reduce((sum, { weight }) => sum + weight, 0));
        },
      ),
    );
  });

  test('count each view once: at one gate, or as open', () => {
    fc.assert(
      fc.property(
        fc.array(candidateOf(1), { minLength: 1, maxLength: 3 }),
        fc.array(sampledView, { maxLength: 8 }),
        (candidates, views) => {
          const explained = explainViews(candidates, views);
          const stopped = DIAGNOSIS_GATES.reduce((sum, gate) => sum + explained.gates[gate].stopped, 0);
          const total = views.reduce((sum, { weight }) => sum + weight, 0);
          const open = views.filter(
            (view) =>
              candidates.some((candidate) => refusingGate(candidate, view.situation) === null) &&
              (view.winningAdSetId === 1 ||
                candidates.some(
                  (candidate) =>
                    refusingGate(candidate, view.situation) === null &&
                    candidate.ecpmMicros >= view.winningEcpmMicros,
                )),
          );
          expect(explained.views).toBe(total);
          expect(stopped + open.reduce((sum, { weight }) => sum + weight, 0)).toBe(total);
        },
      ),
    );
  });

  test('go by the creative that comes furthest', () => {
    const [fits, other] = [
      { widthPx: 300, heightPx: 250 },
      { widthPx: 728, heightPx: 90 },
    ];
    const candidate = fc.sample(candidateOf(1), { seed: 1, numRuns: 1 })[0];
    if (candidate === undefined) throw new Error('no candidate');
    const whole: Candidate = {
      ...candidate,
      ...{ advertiserActive: true, campaignActive: true, creativeActive: true, walletPositive: true },
      ...{ locations: [], languages: [], devices: ['desktop', 'mobile', 'tablet'], budgetLeft: true },
      ...{ paceAllows: true, ecpmMicros: 2, size: fits },
      schedule: { startDay: 0, endDay: null, startMinute: 0, endMinute: 0, weekdayMask: 0b111_1111 },
    };
    const view: SampledView = {
      weight: 10,
      situation: {
        ...{ sizes: [fits], country: 'DE', device: 'mobile', language: 'de', floorMicros: 0 },
        ...{ minimumCpmMicros: 0, minimumCpcMicros: 0 },
        ...{ cappedAdSetIds: [], blocks: null },
        local: { dayNumber: 1, minuteOfDay: 0, isoWeekday: 1 },
      },
      winningEcpmMicros: 5,
      winningAdSetId: 2,
    };
    const explained = explainViews(
      [{ ...whole, size: other }, whole],
      [view, { ...view, winningEcpmMicros: 3 }],
    );
    expect(explained.gates.outbid).toEqual({ stopped: 20, refused: 20 });
    expect(explained.gates.size).toEqual({ stopped: 0, refused: 0 });
    expect(explained.typicalWinningEcpmMicros).toBe(3);
    const alone = explainViews([{ ...whole, size: other }], [view]);
    expect(alone.gates.size).toEqual({ stopped: 10, refused: 10 });
    expect(alone.typicalWinningEcpmMicros).toBeNull();
  });
});

describe('an even spend', () => {
  const explained = explainViews([], []);
  const with100Open = { ...explained, views: 100, reachable: 100 };

  test('leaves to others what goes beyond its pace', () => {
    expect(heldByPace(with100Open, 30).gates.pacing).toEqual({ stopped: 70, refused: 70 });
    expect(heldByPace(with100Open, 100).gates.pacing.stopped).toBe(0);
    expect(heldByPace(with100Open, null)).toBe(with100Open);
  });
});

/** One gate by itself, through the only door that the ad server uses: everything else made to pass. */
function passesAlone(candidate: Candidate, view: Situation, gate: string): boolean {
  const open: Candidate = {
    ...candidate,
    advertiserActive: gate === 'status' ? candidate.advertiserActive : true,
    campaignActive: gate === 'status' ? candidate.campaignActive : true,
    creativeActive: gate === 'review' ? candidate.creativeActive : true,
    walletPositive: gate === 'wallet' ? candidate.walletPositive : true,
    locations: gate === 'country' ? candidate.locations : [],
    devices: gate === 'device' ? candidate.devices : ['desktop', 'mobile', 'tablet'],
    languages: gate === 'language' ? candidate.languages : [],
    budgetLeft: gate === 'budget' ? candidate.budgetLeft : true,
    paceAllows: gate === 'pacing' ? candidate.paceAllows : true,
    schedule: {
      startDay: gate === 'dates' ? candidate.schedule.startDay : 0,
      endDay: gate === 'dates' ? candidate.schedule.endDay : null,
      startMinute: gate === 'hours' ? candidate.schedule.startMinute : 0,
      endMinute: gate === 'hours' ? candidate.schedule.endMinute : 0,
      weekdayMask: gate === 'hours' ? candidate.schedule.weekdayMask : 0b111_1111,
    },
  };
  const situated: Situation = {
    ...view,
    sizes: gate === 'size' ? view.sizes : [candidate.size],
    floorMicros: gate === 'floor' ? view.floorMicros : 0,
    minimumCpmMicros: gate === 'minimum_bid' ? view.minimumCpmMicros : 0,
    minimumCpcMicros: gate === 'minimum_bid' ? view.minimumCpcMicros : 0,
    cappedAdSetIds: gate === 'frequency' ? view.cappedAdSetIds : [],
    blocks: gate === 'block' ? view.blocks : null,
  };
  return refusingGate(open, situated) === null;
}
