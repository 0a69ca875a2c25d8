import { DEVICES } from '@placard/domain/targeting/places';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  ANYONE,
  build,
  drawing,
  draws,
  type Model,
  NOW_MS,
  plainModel,
  questionOf,
  renewed,
} from '../testing/auction-model.ts';
import { NO_BID_PLACE } from './ad-index.ts';
import { Auction, LEARNING_SHARE, REFUSED_BUDGET } from './auction.ts';
import { REST_BUDGET, REST_PACE, REST_SCHEDULE } from './shelf.ts';

/** Ways in which one of many equals is refused: put aside until later, or for this request alone. */
const KINDS = {
  good: plainModel({}),
  capped: plainModel({ capped: true }),
  paced: plainModel({ paced: true }),
  spent: plainModel({ decisionsLeft: 0 }),
  closed: plainModel({ startMinute: 1_380 }),
} satisfies Record<string, Model>;
const kind = fc.constantFrom<keyof typeof KINDS>('good', 'capped', 'capped', 'paced', 'spent', 'closed');

const ANYBODY = { device: 1, country: 0, language: 0, bidPlace: NO_BID_PLACE };

function auctionOf(kinds: readonly (keyof typeof KINDS)[], random: () => number) {
  const { index, zones } = build(kinds.map((name) => KINDS[name]));
  const asked = {
    ...ANYONE,
    cappedAdSetIds: kinds.flatMap((name, at) => (name === 'capped' ? [at + 1] : [])),
  };
  const shelf = () => index.slot(300, 250).reach(ANYBODY)[0];
  return { index, asked, shelf, auction: new Auction(zones, random) };
}

describe('drawing among equals', () => {
  test('finds whoever may be shown, however many are refused and in whatever way', () => {
    fc.assert(
      fc.property(fc.array(kind, { minLength: 1, maxLength: 14 }), draws, (kinds, random) => {
        const { index, asked, auction, shelf } = auctionOf(kinds, drawing(random));
        const good = kinds.flatMap((name, at) => (name === 'good' ? [at + 1] : []));
        for (const _round of [1, 2, 3]) {
          expect(auction.decide(questionOf(index, asked))).toBe(good.length > 0);
          if (good.length > 0) expect(good).toContain(auction.unit?.adSet.id);
        }
        const start = shelf()?.startOf(0) ?? 0;
        const ids = kinds.map((_, at) => index.unit(shelf()?.unitAt(start + at) ?? -1)?.adSet.id ?? 0);
        expect(ids.toSorted((a, b) => a - b)).toEqual(kinds.map((_, at) => at + 1));
      }),
      { numRuns: 300 },
    );
  });

  test('puts aside who stays refused, by its reason, and nobody who is refused for one request', () => {
    const { index, asked, auction, shelf } = auctionOf(
      ['capped', 'paced', 'spent', 'closed', 'paced', 'capped'],
      () => 0.5,
    );
    auction.decide(questionOf(index, asked));
    const restingFor = (reason: number) => shelf()?.aside[reason];
    expect([REST_SCHEDULE, REST_BUDGET, REST_PACE].map(restingFor)).toEqual([1, 1, 2]);
    expect([index.restingCount, shelf()?.awakeIn(0), shelf()?.size]).toEqual([4, 2, 6]);
  });

  test('asks of each once who rests, on whatever shelf', () => {
    const places = { locations: ['DE', 'US', 'FR'], languages: ['de', 'en'] };
    const { index, zones } = build(Array.from({ length: 5 }, () => plainModel({ ...places, paced: true })));
    const auction = new Auction(zones, () => 0.5);
    const judged = ['DE', 'US', 'FR'].map((country) => {
      for (const language of ['de', 'en'])
        auction.decide(questionOf(index, { ...ANYONE, country, language }));
      return auction.judged;
    });
    expect(judged).toEqual([5, 5, 5]);
  });

  test('asks each once who is refused for one request, where equals stand on many shelves', () => {
    const places = [
      {},
      { locations: ['DE'] },
      { languages: ['de'] },
      { locations: ['DE'], languages: ['de'] },
    ];
    const { index, zones } = build(places.map((place) => plainModel({ ...place, capped: true })));
    const auction = new Auction(zones, () => 0.5);
    const asked = { ...ANYONE, cappedAdSetIds: [1, 2, 3, 4] };
    expect([auction.decide(questionOf(index, asked)), auction.judged]).toEqual([false, 4]);
  });

  test('lets the winner rest as soon as its pace is used up', () => {
    const { index, zones } = build([plainModel({ ecpmMicros: 9 }), plainModel({})]);
    const standing = index.standing(1);
    standing?.adSet.allowance.plan({ decisionsLeft: 1_000, decisionsPerMs: 0.000_1 }, NOW_MS);
    const auction = new Auction(zones, () => 0.5);
    const winners = Array.from({ length: 12 }, () => {
      auction.decide(questionOf(index, ANYONE));
      auction.take();
      return auction.unit?.adSet.id;
    });
    expect(winners).toEqual([1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 2, 2]);
    expect([auction.judged, index.restingCount]).toEqual([12, 1]);
  });
});

test('lets the winner rest for its budget where that is used up, and names it', () => {
  const { index, zones } = build([plainModel({ decisionsLeft: 2 })]);
  const auction = new Auction(zones, () => 0.5);
  const shown = [1, 2, 3].map(() => {
    const found = auction.decide(questionOf(index, ANYONE));
    auction.take();
    return found;
  });
  const aside = [...(index.slot(300, 250).reach(ANYBODY)[0]?.aside ?? [])];
  expect([shown, aside, auction.refused]).toEqual([[true, true, false], [0, 1, 0], REFUSED_BUDGET]);
});

describe('drawing over several sizes', () => {
  const SIZES = [0, 1, 2];
  const inAll = (part: Partial<Model>) =>
    plainModel({ ...part, creatives: SIZES.map((size) => ({ size, host: null })) });

  test('draws once where the best stands in the smallest, and gives equals to the largest', () => {
    const low = [1, 2].map((ecpmMicros, size) =>
      plainModel({ ecpmMicros, creatives: [{ size, host: null }] }),
    );
    const { index, zones } = build([
      ...low,
      plainModel({ ecpmMicros: 3, creatives: [{ size: 2, host: null }] }),
    ]);
    const auction = new Auction(zones, () => 0.5);
    auction.decide(questionOf(index, { ...ANYONE, sizes: SIZES }));
    expect([auction.unit?.adSet.id, auction.slot?.widthPx, auction.judged]).toEqual([3, 320, 1]);
    const equals = build([inAll({})]);
    const other = new Auction(equals.zones, () => 0.999);
    other.decide(questionOf(equals.index, { ...ANYONE, sizes: SIZES }));
    expect([other.slot?.widthPx, other.judged]).toEqual([300, 1]);
  });

  test('goes down all shelves in the order of their bids, also where there are more than it had room for', () => {
    // Each combination is a shelf of its own: 48 of them reach the viewer.
    const devices = [['desktop'], ['desktop', 'tablet'], ['desktop', 'mobile'], [...DEVICES]] as const;
    const models = SIZES.flatMap((size) =>
      [[], ['DE']].flatMap((locations) =>
        [[], ['de']].flatMap((languages) =>
          devices.map((of) => ({ size, locations, languages, devices: of })),
        ),
      ),
    ).map(({ size, ...place }, at) =>
      // Those of the last shelves bid most, but every fifth: it is the other way round there.
      plainModel({
        ...place,
        capped: true,
        ecpmMicros: at % 5 === 0 ? 100 - at : 100 + at,
        creatives: [{ size, host: null }],
      }),
    );
    const { index, zones } = build(models);
    const auction = new Auction(zones, () => 0.5);
    const wanted = models
      .map(({ ecpmMicros }, at) => ({ id: at + 1, ecpmMicros }))
      .sort((a, b) => b.ecpmMicros - a.ecpmMicros)
      .map(({ id }) => id);
    const found = wanted.map((_, seen) => {
      const asked = { ...ANYONE, sizes: SIZES, cappedAdSetIds: wanted.slice(0, seen) };
      auction.decide(questionOf(index, asked));
      return auction.unit?.adSet.id;
    });
    expect([found.length, found]).toEqual([48, wanted]);
  });

  test('leaves nobody awake among those who rest, nor the other way round, whatever one size learnt of another', () => {
    const kinds = { good: {}, capped: { capped: true }, paced: { paced: true } } as const;
    const name = fc.constantFrom<keyof typeof kinds>('good', 'capped', 'paced', 'capped', 'paced');
    fc.assert(
      fc.property(fc.array(name, { minLength: 2, maxLength: 9 }), draws, (names, random) => {
        const { index, zones } = build(names.map((each) => inAll(kinds[each])));
        const auction = new Auction(zones, drawing(random));
        const cappedAdSetIds = names.flatMap((each, at) => (each === 'capped' ? [at + 1] : []));
        for (const _view of [1, 2]) {
          auction.decide(questionOf(index, { ...ANYONE, sizes: SIZES, cappedAdSetIds }));
          for (const [widthPx, heightPx] of [
            [728, 90],
            [300, 250],
            [320, 50],
          ] as const) {
            const shelf = index.slot(widthPx, heightPx).reach(ANYBODY)[0];
            const resting = names.map((_, at) => {
              const unit = index.unit(shelf?.unitAt((shelf?.startOf(0) ?? 0) + at) ?? -1);
              return unit === undefined || index.isResting(unit.adSet);
            });
            const awake = shelf?.awakeIn(0) ?? -1;
            expect(resting).toEqual(names.map((_, at) => at >= awake));
          }
        }
      }),
      { numRuns: 300 },
    );
  });
});

describe('the creatives of a unit', () => {
  const creatives = [1, 2, 3].map(() => ({ size: 1, host: null }));
  const chosen = (draw: number, change: Partial<typeof ANYONE> = {}, count = 3) => {
    const { index, zones } = build([plainModel({ creatives: creatives.slice(0, count) })]);
    const auction = new Auction(zones, () => draw);
    auction.decide(questionOf(index, { ...ANYONE, ...change }));
    return auction.creative?.id;
  };

  test('take turns by the draw', () => {
    expect([0.06, 0.33, 0.34, 0.66, 0.67, 0.99].map((draw) => chosen(draw))).toEqual([
      10, 10, 11, 11, 12, 12,
    ]);
    expect([0.49, 0.5].map((draw) => chosen(draw, {}, 2))).toEqual([10, 11]);
    expect(chosen(0.99, {}, 1)).toBe(10);
  });

  test('take turns without those that are blocked, or on the page', () => {
    const blocks = { advertiserDomains: [], creativeIds: [11], categories: [] };
    expect([0.06, 0.49, 0.5, 0.99].map((draw) => chosen(draw, { blocks }))).toEqual([10, 10, 12, 12]);
    const page = { creativeIds: [10], advertiserIds: [9], categories: [] };
    expect([0.06, 0.49, 0.5, 0.99].map((draw) => chosen(draw, { page }))).toEqual([11, 11, 12, 12]);
  });
});

describe('learning', () => {
  /** The highest bid, and some that learn: those that are spent, and one that may be shown. Its number is the last. */
  const chosen = (random: readonly number[], spentCount = 1) => {
    const spent = Array.from({ length: spentCount }, () => KINDS.spent);
    const { index, zones } = build([plainModel({ ecpmMicros: 9 }), ...spent, plainModel({ ecpmMicros: 1 })]);
    for (let id = 2; id <= spentCount + 2; id += 1) {
      const standing = index.standing(id);
      if (standing === undefined) throw new Error('an ad set is missing');
      const { units, ...rest } = renewed(standing, zones);
      index.replace(id, { ...rest, units: units.map((unit) => ({ ...unit, learning: true })) });
    }
    let at = -1;
    const auction = new Auction(zones, () => {
      at += 1;
      return random[at] ?? 0.5;
    });
    auction.decide(questionOf(index, ANYONE));
    return auction.unit?.adSet.id;
  };

  test('is tried for as many as learn, and four draws at most', () => {
    // The first draw says that it is a learning one. Two learn, so two draws: the spent one is the first of them.
    expect(chosen([0, 0.9])).toBe(3);
    expect(chosen([0, 0, 0.9])).toBe(3);
    expect(chosen([0, 0, 0, 0.9])).toBe(1);
    expect(chosen([0.05, 0.9])).toBe(1);
    expect(chosen([0, 0, 0, 0, 0.9], 5)).toBe(7);
    expect(chosen([0, 0, 0, 0, 0, 0.9], 5)).toBe(1);
  });

  test('draws evenly over all shelves that reach the viewer, and shows what it found in its size', () => {
    const places = [{}, { locations: ['DE'] }, { languages: ['de'] }, { devices: ['desktop' as const] }];
    const sizes = [1, 1, 1, 1].map((size) => [{ size, host: null }]);
    const found = [0, 0.25, 0.5, 0.75, 0.999].map((draw) => {
      const { index, zones } = build(
        places.map((place, at) => plainModel({ ...place, creatives: sizes[at] ?? [], ecpmMicros: 1 + at })),
      );
      for (const id of [1, 2, 3, 4]) {
        const standing = index.standing(id);
        if (standing === undefined) throw new Error('an ad set is missing');
        const { units, ...rest } = renewed(standing, zones);
        index.replace(id, { ...rest, units: units.map((unit) => ({ ...unit, learning: true })) });
      }
      const random = [0, draw];
      const auction = new Auction(zones, () => random.shift() ?? 0.5);
      auction.decide(questionOf(index, { ...ANYONE, sizes: [0, 1] }));
      return [auction.unit?.adSet.id, auction.slot?.widthPx, auction.judged];
    });
    const drawn = found.map(([id]) => id);
    expect([new Set(drawn).size, drawn[3]]).toEqual([4, drawn[4]]);
    expect(found.map(([, ...rest]) => rest)).toEqual(found.map(() => [300, 1]));
  });
});

describe('hoping', () => {
  /** Who is shown where ad sets hope for so much; the first draw says whether any is tried, the next ones which. */
  const chosen = (
    hopes: readonly (Pick<Partial<Model>, 'devices'> & {
      readonly ecpmMicros: number;
      readonly hopeMicros: number;
    })[],
    random: readonly number[],
  ) => {
    const { index, zones } = build(hopes.map(({ hopeMicros: _, ...model }) => plainModel(model)));
    for (const [at, { hopeMicros }] of hopes.entries()) {
      const standing = index.standing(at + 1);
      if (standing === undefined) throw new Error('an ad set is missing');
      const { units, ...rest } = renewed(standing, zones);
      index.replace(at + 1, { ...rest, units: units.map((unit) => ({ ...unit, hopeMicros })) });
    }
    let draw = -1;
    const auction = new Auction(zones, () => {
      draw += 1;
      return random[draw] ?? 0;
    });
    auction.decide(questionOf(index, ANYONE));
    return { id: auction.unit?.adSet.id, number: index.unit(0)?.adSet.id };
  };
  const [winner, modest] = [
    { ecpmMicros: 4, hopeMicros: 4 },
    { ecpmMicros: 2, hopeMicros: 2 },
  ];

  test('tries the first unit that there is like any other', () => {
    const shown = [0, 0.3, 0.5, 0.7, 0.9].map((run) =>
      // One of the hopeful share, whom of those at the top, the size, then each draw: where, which run, whom of it.
      chosen([{ ecpmMicros: 1, hopeMicros: 9 }, winner, modest], [LEARNING_SHARE, 0, 0, 0, run, 0]),
    );
    expect(shown.map(({ number }) => number)).toEqual([1, 1, 1, 1, 1]);
    expect(shown.map(({ id }) => id)).toEqual([2, 2, 2, 1, 1]);
  });

  test('draws four, and not a fifth', () => {
    const many = [winner, { ecpmMicros: 1, hopeMicros: 9 }, modest, modest, modest];
    // Some times the winner, which stands first, then the hopeful one, which stands last.
    const draws = (missed: number) => [...Array.from({ length: missed }, () => [0, 0, 0]).flat(), 0, 0.9, 0];
    const shown = [3, 4].map((missed) => chosen(many, [LEARNING_SHARE, 0, 0, ...draws(missed)]).id);
    expect(shown).toEqual([2, 1]);
  });

  test('draws of all shelves that reach the viewer, of each as many as stand on it', () => {
    const elsewhere = { devices: ['desktop' as const] };
    const hopes = [winner, modest, { ecpmMicros: 1, hopeMicros: 9, ...elsewhere }];
    const shown = [0, 0.6, 0.7, 0.9].map((where) => chosen(hopes, [LEARNING_SHARE, 0, 0, where, 0, 0]).id);
    expect(shown).toEqual([1, 1, 3, 3]);
  });

  test('does not hold what the winner itself may be worth against another', () => {
    const hopes = [
      { ecpmMicros: 4, hopeMicros: 9 },
      { ecpmMicros: 2, hopeMicros: 5 },
    ];
    // First the winner is drawn, then the other.
    expect(chosen(hopes, [LEARNING_SHARE, 0, 0, 0, 0, 0, 0, 0.9, 0]).id).toBe(2);
  });

  test('keeps the most hopeful of those that are drawn', () => {
    const hopes = [winner, { ecpmMicros: 2, hopeMicros: 9 }, { ecpmMicros: 1, hopeMicros: 5 }];
    const shown = [
      [0.5, 0.9],
      [0.9, 0.5],
    ].map((runs) => chosen(hopes, [LEARNING_SHARE, 0, 0, ...runs.flatMap((run) => [0, run, 0])]).id);
    expect(shown).toEqual([2, 2]);
  });

  test('passes over a run that nobody is in any more', () => {
    const { index, zones } = build([4, 3, 2].map((ecpmMicros) => plainModel({ ecpmMicros })));
    index.replace(2, null);
    const random = [LEARNING_SHARE, 0, 0, 0, 0.5, 0];
    const auction = new Auction(zones, () => random.shift() ?? 0);
    expect([auction.decide(questionOf(index, ANYONE)), auction.unit?.adSet.id]).toEqual([true, 1]);
  });
});
