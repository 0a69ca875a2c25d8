import { NO_CATEGORY } from '@placard/domain/campaign/ad-categories';
import { describe, expect, test } from 'vitest';
import { ANYONE, build, drawing, plainModel, questionOf } from '../testing/auction-model.ts';
import { Auction, MOST_KEPT_APART, REFUSED_NONE, REFUSED_PAGE } from './auction.ts';

describe('the auction for a page that shows something', () => {
  test('rotates the other advertisers evenly where one stands on the page, and gives that one the place nobody else wants', () => {
    const models = [1, 1, 2, 3].map((advertiserId) => plainModel({ advertiserId }));
    const { index, zones } = build(models);
    const auction = new Auction(zones, Math.random);
    const page = { creativeIds: [10], advertiserIds: [1], categories: [NO_CATEGORY] };
    const counts = new Map<number, number>();
    for (let round = 0; round < 4_000; round += 1) {
      auction.decide(questionOf(index, { ...ANYONE, page }));
      const id = auction.unit?.adSet.id ?? 0;
      counts.set(id, (counts.get(id) ?? 0) + 1);
    }
    expect([...counts.keys()].sort()).toEqual([3, 4]);
    for (const count of counts.values()) expect(Math.abs(count - 2_000)).toBeLessThan(250);
    const full = { ...page, creativeIds: [10, 30, 40], advertiserIds: [1, 2, 3] };
    auction.decide(questionOf(index, { ...ANYONE, page: full }));
    expect(auction.unit?.adSet.id).toBe(2);
    auction.decide(questionOf(index, { ...ANYONE, page: { ...full, creativeIds: [10, 20, 30, 40] } }));
    expect([auction.unit, auction.refused]).toEqual([null, REFUSED_PAGE]);
  });

  test('gives a second place to who bids less before a third to who bids most', () => {
    // Three creatives each, so that creatives are not what ends it.
    const creatives = Array.from({ length: 3 }, () => ({ size: 1, host: null }));
    const models = [9, 5, 1].map((ecpmMicros, at) =>
      plainModel({ advertiserId: at + 1, ecpmMicros, creatives }),
    );
    const { index, zones } = build(models);
    const auction = new Auction(zones, drawing([0.5, 0.9, 0.3]));
    const page = { creativeIds: [] as number[], advertiserIds: [] as number[], categories: [] as string[] };
    const winners = Array.from({ length: 10 }, () => {
      if (!auction.decide(questionOf(index, { ...ANYONE, page }))) return null;
      const advertiserId = auction.unit?.adSet.advertiserId ?? 0;
      page.creativeIds.push(auction.creative?.id ?? 0);
      page.advertiserIds.push(advertiserId);
      page.categories.push(NO_CATEGORY);
      return advertiserId;
    });
    expect(winners).toEqual([1, 2, 3, 1, 2, 3, 1, 2, 3, null]);
  });

  test.each([
    ['finds who stands behind', 499, 2],
    ['gives up on who stands behind', 500, 1],
  ])('%s so many ad sets of the page’s own advertiser', (_name, ahead, advertiserId) => {
    const own = Array.from({ length: ahead }, () => plainModel({ ecpmMicros: 4 }));
    const { index, zones } = build([...own, plainModel({ advertiserId: 2, ecpmMicros: 1 })]);
    const auction = new Auction(zones, drawing([0.5, 0.9, 0.3]));
    const page = { creativeIds: [1], advertiserIds: [1], categories: [NO_CATEGORY] };
    expect(auction.decide(questionOf(index, { ...ANYONE, page }))).toBe(true);
    expect(auction.unit?.adSet.advertiserId).toBe(advertiserId);
  });

  test('looks at as many again for a second place', () => {
    const crowd = Array.from({ length: MOST_KEPT_APART - 1 }, () =>
      plainModel({ advertiserId: 2, ecpmMicros: 4 }),
    );
    const { index, zones } = build([...crowd, plainModel({ advertiserId: 1, ecpmMicros: 1 })]);
    const auction = new Auction(zones, drawing([0.5, 0.9, 0.3]));
    const page = { creativeIds: [1], advertiserIds: [1, 2, 2], categories: [NO_CATEGORY] };
    expect(auction.decide(questionOf(index, { ...ANYONE, page }))).toBe(true);
    expect(auction.unit?.adSet.advertiserId).toBe(1);
  });

  test.each([0, 0.2, 0.4, 0.6, 0.8, 0.99])(
    'gives the second place to who has the fewest, whoever is drawn first (%s)',
    (lot) => {
      const models = [1, 2, 2].map((advertiserId) => plainModel({ advertiserId }));
      const { index, zones } = build(models);
      const page = { creativeIds: [1], advertiserIds: [1, 2, 2], categories: [NO_CATEGORY] };
      // The first draw, which begins with the second of these, tries neither a new creative nor a hopeful one.
      for (const draws of [
        [lot, 0.5],
        [lot, 0.5, 0.99 - lot],
        [0.99 - lot, 0.5, 0.5],
      ]) {
        const auction = new Auction(zones, drawing(draws));
        expect(auction.decide(questionOf(index, { ...ANYONE, page }))).toBe(true);
        expect(auction.unit?.adSet.advertiserId).toBe(1);
      }
    },
  );

  test('goes on to a third place when the second turn did not come to who has the fewest', () => {
    // The first turn draws it at once; the second never draws the first place, where it comes to stand, and gives up.
    let calls = 0;
    const random = () => {
      calls += 1;
      return calls < MOST_KEPT_APART + 3 ? 0 : 1.5 / (2 * MOST_KEPT_APART - calls + 103);
    };
    const crowd = Array.from({ length: MOST_KEPT_APART + 100 }, () => plainModel({ advertiserId: 2 }));
    const { index, zones } = build([plainModel({ advertiserId: 1 }), ...crowd]);
    const auction = new Auction(zones, random);
    const page = { creativeIds: [1], advertiserIds: [1, 2, 2], categories: [NO_CATEGORY] };
    expect(auction.decide(questionOf(index, { ...ANYONE, page }))).toBe(true);
    expect(auction.unit?.adSet.advertiserId).toBe(2);
  });

  test('takes nothing over from the decision before: neither what refused somebody, nor the places that one of them had', () => {
    const models = [9, 5].map((ecpmMicros, at) => plainModel({ advertiserId: at + 1, ecpmMicros }));
    const alone = plainModel({ advertiserId: 1, creatives: [{ size: 2, host: null }] });
    const { index, zones } = build([...models, alone]);
    const auction = new Auction(zones, drawing([0.5, 0.9, 0.3]));
    const asked = (creativeIds: number[], sizes: number[]) => {
      const page = { creativeIds, advertiserIds: [1], categories: [NO_CATEGORY] };
      const before = auction.judged;
      const found = auction.decide(questionOf(index, { ...ANYONE, sizes, page }));
      return [found, auction.unit?.adSet.id ?? auction.refused, auction.judged - before];
    };
    // The first stands aside for having a place already, the second wins.
    expect(asked([99], [1])).toEqual([true, 2, 2]);
    // In the other size nobody else is there: a second place, which the next question does not know of.
    expect(asked([99], [2])).toEqual([true, 3, 2]);
    expect(asked([99], [1])).toEqual([true, 2, 2]);
    // Both are shown: nothing a further place would help, so each is looked at once.
    expect(asked([10, 20], [1])).toEqual([false, REFUSED_PAGE, 2]);
    expect(asked([10, 20], [0])).toEqual([false, REFUSED_NONE, 0]);
  });
});
