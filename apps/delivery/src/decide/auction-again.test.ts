import { describe, expect, test } from 'vitest';
import { ANYONE, build, drawing, plainModel, questionOf, TODAY } from '../testing/auction-model.ts';
import { Auction, REFUSED_BUDGET, REFUSED_PACE, REFUSED_SCHEDULE } from './auction.ts';

describe('the auction asked again', () => {
  test.each([
    ['has not begun', { startDay: TODAY + 1 }, REFUSED_SCHEDULE],
    ['has spent its budget', { decisionsLeft: 0 }, REFUSED_BUDGET],
    ['is ahead of its pace', { paced: true }, REFUSED_PACE],
  ])(
    'names the same reason of the only one, which %s, and does not look at it any more',
    (_name, part, refused) => {
      const { index, zones } = build([plainModel(part)]);
      const auction = new Auction(zones, drawing([0.5]));
      const asked = () => {
        const before = auction.judged;
        expect(auction.decide(questionOf(index, ANYONE))).toBe(false);
        return [auction.refused, auction.judged - before];
      };
      expect([asked(), asked()]).toEqual([
        [refused, 1],
        [refused, 0],
      ]);
    },
  );

  test('shows who is worth nothing yet where nothing is asked for', () => {
    const { index, zones } = build([plainModel({ ecpmMicros: 0 })]);
    const auction = new Auction(zones, drawing([0.5]));
    expect(auction.decide(questionOf(index, { ...ANYONE, floorMicros: 0 }))).toBe(true);
    expect(auction.decide(questionOf(index, { ...ANYONE, floorMicros: 1 }))).toBe(false);
  });
});
