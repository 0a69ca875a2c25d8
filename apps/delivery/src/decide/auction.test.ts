import { type MinimumBidCard, NO_MINIMUM_BIDS } from '@placard/domain/decision/minimum-bids';
import { WIDGET_TYPES } from '@placard/domain/widget/rules';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  ANYONE,
  build,
  card,
  drawing,
  draws,
  model,
  NOW_MS,
  naive,
  plainModel,
  questionOf,
  REFUSAL_OF_GATE,
  renewed,
  view,
} from '../testing/auction-model.ts';
import {
  Auction,
  HOPEFUL_SHARE,
  LEARNING_SHARE,
  REFUSED_BUDGET,
  REFUSED_MINIMUM,
  REFUSED_NONE,
  REFUSED_PACE,
  REFUSED_SCHEDULE,
} from './auction.ts';

describe('the auction over the index', () => {
  test('chooses what plain evaluation of all gates allows, and names the same reason', () => {
    fc.assert(
      fc.property(
        fc.array(model, { minLength: 1, maxLength: 6 }),
        fc.array(view, { minLength: 1, maxLength: 6 }),
        fc.oneof(fc.constant(NO_MINIMUM_BIDS), card),
        draws,
        (models, views, bidCard, random) => {
          const { index, zones } = build(models, bidCard);
          const auction = new Auction(zones, drawing(random));
          for (const [round, asked] of views.entries()) {
            const expected = naive(models, asked, { card: bidCard });
            const found = auction.decide(questionOf(index, asked, NOW_MS, bidCard));
            expect(found).toBe(expected.winners !== null);
            if (expected.winners !== null) {
              const chosen = [auction.unit?.adSet.id, auction.creative?.id];
              expect(expected.winners.map(({ adSetId, creativeId }) => [adSetId, creativeId])).toContainEqual(
                chosen,
              );
              expect(auction.slot?.widthPx).toBe(auction.unit?.widthPx);
            } else expect([auction.unit, auction.creative, auction.slot]).toEqual([null, null, null]);
            if (expected.winners !== null) continue;
            if (round === 0) {
              // Later views may name what an earlier one put aside below their floor: the reason is a statistic.
              expect(auction.refused).toBe(
                expected.lastGate === null ? REFUSED_NONE : REFUSAL_OF_GATE[expected.lastGate],
              );
            }
          }
        },
      ),
      { numRuns: 400 },
    );
  });

  test('stays right through replacements', () => {
    fc.assert(
      fc.property(
        fc.array(model, { minLength: 2, maxLength: 6 }),
        fc.array(fc.tuple(fc.nat(5), model), { minLength: 1, maxLength: 4 }),
        view,
        draws,
        (models, changes, asked, random) => {
          const { index, zones } = build(models);
          const auction = new Auction(zones, drawing(random));
          auction.decide(questionOf(index, asked));
          const present = [...models];
          for (const [at, next] of changes) {
            const position = at % present.length;
            present[position] = next;
            const { index: fresh } = build(present);
            const standing = fresh.standing(position + 1);
            index.replace(position + 1, standing === undefined ? null : renewed(standing, zones));
            const isStanding =
              !auction.decide(questionOf(index, asked)) || (auction.unit?.adSet.number ?? -1) >= 0;
            expect(isStanding).toBe(true);
          }
          const { winners } = naive(present, asked);
          expect(auction.decide(questionOf(index, asked))).toBe(winners !== null);
          if (winners !== null)
            expect(winners.map(({ adSetId }) => adSetId)).toContain(auction.unit?.adSet.id);
        },
      ),
      { numRuns: 200 },
    );
  });

  test('follows the clock: hours begin with their minute and end before it, what is out of hours wakes', () => {
    // 23:00 to 01:00, and it is 22:30.
    const { index, zones } = build([plainModel({ startMinute: 1_380 })]);
    const auction = new Auction(zones, () => 0.9);
    const at = (ms: number) => {
      const found = auction.decide({ ...questionOf(index, ANYONE), nowMs: NOW_MS + ms });
      return found ? 'shown' : auction.refused;
    };
    const minute = 60_000;
    expect([at(0), at(30 * minute - 1), at(30 * minute), at(150 * minute - 1), at(150 * minute)]).toEqual([
      REFUSED_SCHEDULE,
      REFUSED_SCHEDULE,
      'shown',
      'shown',
      REFUSED_SCHEDULE,
    ]);
  });

  test.each([
    ['its budget', plainModel({ decisionsLeft: 0 }), REFUSED_BUDGET],
    ['its pace', plainModel({ paced: true }), REFUSED_PACE],
    ['its hours', plainModel({ startMinute: 1_380 }), REFUSED_SCHEDULE],
  ])('names %s again while what it refused is aside', (_name, refused, reason) => {
    const { index, zones } = build([refused, refused]);
    const auction = new Auction(zones, () => 0.9);
    for (const round of [1, 2, 3]) {
      expect([round, auction.decide(questionOf(index, ANYONE)), auction.refused]).toEqual([
        round,
        false,
        reason,
      ]);
    }
    // And what was refused for more: a budget counts for more than hours, a pace for more than a budget.
    const { index: both, zones: clock } = build([refused, plainModel({ paced: true })]);
    const second = new Auction(clock, () => 0.9);
    for (const _round of [1, 2]) {
      second.decide(questionOf(both, ANYONE));
      expect(second.refused).toBe(REFUSED_PACE);
    }
  });

  test('rotates equals evenly, also beside those that are refused', () => {
    const open = plainModel({});
    const models = [open, open, open, plainModel({ decisionsLeft: 0 }), plainModel({ paced: true })];
    const { index, zones } = build(models);
    const auction = new Auction(zones, Math.random);
    const counts = new Map<number, number>();
    const asked = { ...ANYONE, cappedAdSetIds: [] };
    for (let round = 0; round < 6_000; round += 1) {
      auction.decide(questionOf(index, asked));
      const id = auction.unit?.adSet.id ?? 0;
      counts.set(id, (counts.get(id) ?? 0) + 1);
    }
    expect([...counts.keys()].sort()).toEqual([1, 2, 3]);
    for (const count of counts.values()) expect(Math.abs(count - 2_000)).toBeLessThan(250);
  });

  test('lets a new creative learn beside a higher bid', () => {
    const { index, zones } = build([plainModel({ ecpmMicros: 4 }), plainModel({ ecpmMicros: 1 })]);
    const standing = index.standing(2);
    if (standing === undefined) throw new Error('the second ad set is missing');
    const renewedStanding = renewed(standing, zones);
    index.replace(2, {
      ...renewedStanding,
      units: renewedStanding.units.map((unit) => ({ ...unit, learning: true })),
    });
    const auction = new Auction(zones, Math.random);
    let learned = 0;
    for (let round = 0; round < 10_000; round += 1) {
      auction.decide(questionOf(index, ANYONE));
      if (auction.unit?.adSet.id === 2) learned += 1;
    }
    expect(Math.abs(learned / 10_000 - LEARNING_SHARE)).toBeLessThan(0.015);
    auction.decide(questionOf(index, { ...ANYONE, floorMicros: 2 }));
    expect(auction.unit?.adSet.id).toBe(1);
  });

  test('tries who may be worth more than the winner, now and then, at the floor and not below it, while allowed', () => {
    const tried = (hopeMicros: number, lot: number, asked: Partial<typeof ANYONE> = {}, paced = false) => {
      const { index, zones } = build([plainModel({ ecpmMicros: 4 }), plainModel({ ecpmMicros: 2, paced })]);
      const standing = index.standing(2);
      if (standing === undefined) throw new Error('the second ad set is missing');
      const { units, ...rest } = renewed(standing, zones);
      index.replace(2, { ...rest, units: units.map((unit) => ({ ...unit, hopeMicros })) });
      // The lot of each decision first, then draws that go over all places.
      let asks = 0;
      const auction = new Auction(zones, () => {
        asks += 1;
        return asks % 100 === 1 ? lot : ((asks * 37) % 101) / 101;
      });
      return Array.from({ length: 20 }, (_, round) => {
        asks = round * 100;
        auction.decide(questionOf(index, { ...ANYONE, ...asked }));
        return auction.unit?.adSet.id;
      }).includes(2);
    };
    expect([tried(5, LEARNING_SHARE), tried(5, LEARNING_SHARE + HOPEFUL_SHARE - 1e-9)]).toEqual([true, true]);
    expect([tried(5, LEARNING_SHARE - 1e-9), tried(5, LEARNING_SHARE + HOPEFUL_SHARE)]).toEqual([
      false,
      false,
    ]);
    expect(tried(4, LEARNING_SHARE)).toBe(false);
    expect([
      tried(5, LEARNING_SHARE, { floorMicros: 2 }),
      tried(5, LEARNING_SHARE, { floorMicros: 3 }),
    ]).toEqual([true, false]);
    expect(tried(5, LEARNING_SHARE, {}, true)).toBe(false);
  });

  describe('under minimum bids', () => {
    const minimum = (cpmMicros: number | null, cpcMicros: number | null) => ({
      tiers: [{ name: 'First', countries: ['DE'] }],
      minimums: [{ widgetType: 'banner' as const, tier: 0, cpmMicros, cpcMicros }],
    });
    const winner = (
      models: readonly ReturnType<typeof plainModel>[],
      bidCard: MinimumBidCard,
      asked = ANYONE,
    ) => {
      const { index, zones } = build(models, bidCard);
      const auction = new Auction(zones, () => 0.9);
      auction.decide(questionOf(index, asked, NOW_MS, bidCard));
      return auction.unit?.adSet.id ?? (auction.refused === REFUSED_MINIMUM ? 'minimum' : 'other');
    };

    test('a bid takes part at the minimum, and not a micro below it, by its own kind of price', () => {
      const views = plainModel({ ecpmMicros: 4 });
      const clicks = plainModel({ ecpmMicros: 9, clickBidMicros: 2 });
      expect(winner([views], minimum(4, null))).toBe(1);
      expect(winner([views], minimum(5, null))).toBe('minimum');
      expect(winner([views], minimum(null, 5))).toBe(1);
      expect(winner([clicks], minimum(5, 2))).toBe(1);
      // However much it brings.
      expect(winner([clicks], minimum(null, 3))).toBe('minimum');
      expect(winner([views, clicks], minimum(4, 3))).toBe(1);
    });

    test('asks by the country of the view and the type of the widget', () => {
      const low = plainModel({ ecpmMicros: 1 });
      expect(winner([low], minimum(2, 2))).toBe('minimum');
      expect(winner([low], minimum(2, 2), { ...ANYONE, country: 'US' })).toBe(1);
      expect(winner([low], minimum(2, 2), { ...ANYONE, country: '' })).toBe(1);
      expect(winner([low], minimum(2, 2), { ...ANYONE, widgetType: 'native' })).toBe(1);
    });

    test('are named too where all who bid enough are gone', () => {
      const models = [plainModel({ ecpmMicros: 4 }), plainModel({ ecpmMicros: 1 })];
      const { index, zones } = build(models, minimum(2, null));
      index.replace(1, null);
      const auction = new Auction(zones, () => 0.9);
      expect(auction.decide(questionOf(index, ANYONE, NOW_MS, minimum(2, null)))).toBe(false);
      expect(auction.refused).toBe(REFUSED_MINIMUM);
    });

    test('looks at none of a thousand who bid too little, though they rank first', () => {
      const models = Array.from({ length: 1_000 }, (_, at) =>
        plainModel({ ecpmMicros: 100 + at, clickBidMicros: 1 }),
      );
      const { index, zones } = build([...models, plainModel({ ecpmMicros: 3 })], minimum(3, 2));
      const auction = new Auction(zones, () => 0.9);
      auction.decide(questionOf(index, ANYONE, NOW_MS, minimum(3, 2)));
      expect([auction.unit?.adSet.id, auction.judged]).toEqual([1_001, 1]);
    });

    test.each([0, LEARNING_SHARE, 0.9])(
      'shows nobody below a card that the index does not have yet (lot %d)',
      (lot) => {
        const { index, zones } = build([plainModel({ ecpmMicros: 4 }), plainModel({ ecpmMicros: 2 })]);
        const standing = index.standing(2);
        if (standing === undefined) throw new Error('the second ad set is missing');
        const { units, ...rest } = renewed(standing, zones);
        const hopeful = units.map((unit) => ({ ...unit, learning: true, hopeMicros: 9 }));
        index.replace(2, { ...rest, units: hopeful });
        const auction = new Auction(zones, () => lot);
        const asked = (cpmMicros: number) => {
          auction.decide(questionOf(index, ANYONE, NOW_MS, minimum(cpmMicros, null)));
          return auction.unit?.adSet.id ?? null;
        };
        expect([asked(3), asked(5)]).toEqual([1, null]);
        expect(auction.refused).toBe(REFUSED_MINIMUM);
      },
    );

    test('finds the highest bid under a card with a minimum for each kind of widget and place', () => {
      const minimums = WIDGET_TYPES.flatMap((widgetType, type) =>
        [0, 1, 2, 3, 4, 5].map((tier) => ({
          ...{ widgetType, tier, cpcMicros: null, cpmMicros: 2 + type * 6 + tier },
        })),
      );
      const tiers = ['DE', 'US', 'FR', 'JP', 'BR'].map((country) => ({
        name: country,
        countries: [country],
      }));
      const models = Array.from({ length: 26 }, (_, at) => plainModel({ ecpmMicros: at + 1 }));
      const bidCard = { tiers, minimums };
      const { index, zones } = build(models, bidCard);
      const auction = new Auction(zones, () => 0.9);
      for (const [type, widgetType] of WIDGET_TYPES.entries()) {
        const page = { creativeIds: [], advertiserIds: [], categories: [] };
        const asked = { ...ANYONE, widgetType, page };
        expect(auction.decide(questionOf(index, asked, NOW_MS, bidCard))).toBe(true);
        expect([type, auction.unit?.adSet.id]).toEqual([type, 26]);
      }
    });
  });

  test('never learns below the floor, and at it', () => {
    const models = [plainModel({ ecpmMicros: 4 }), plainModel({ ecpmMicros: 2 })];
    const { index, zones } = build(models);
    const standing = index.standing(2);
    if (standing === undefined) throw new Error('the second ad set is missing');
    const { units, ...rest } = renewed(standing, zones);
    index.replace(2, { ...rest, units: units.map((unit) => ({ ...unit, learning: true })) });
    // A draw of 0 always learns.
    const auction = new Auction(zones, () => 0);
    const chosen = (floorMicros: number) => {
      auction.decide(questionOf(index, { ...ANYONE, floorMicros }));
      return auction.unit?.adSet.id;
    };
    expect([chosen(1), chosen(2), chosen(3)]).toEqual([2, 2, 1]);
  });

  test('gives the larger size the place of two that bid the same, and the smaller one only for more', () => {
    const chosen = (smallMicros: number) => {
      const small = plainModel({ ecpmMicros: smallMicros, creatives: [{ size: 2, host: null }] });
      const large = plainModel({ ecpmMicros: 5, creatives: [{ size: 1, host: null }] });
      const { index, zones } = build([small, large]);
      const auction = new Auction(zones, () => 0.9);
      auction.decide(questionOf(index, { ...ANYONE, sizes: [2, 1] }));
      return auction.unit?.adSet.id;
    };
    expect([chosen(4), chosen(5), chosen(6)]).toEqual([2, 2, 1]);
  });
});
