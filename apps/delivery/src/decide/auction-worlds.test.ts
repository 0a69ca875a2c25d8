import { NO_MINIMUM_BIDS } from '@placard/domain/decision/minimum-bids';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  build,
  card,
  drawing,
  draws,
  model,
  NOW_MS,
  naive,
  questionOf,
  renewed,
  view,
} from '../testing/auction-model.ts';
import { ALLOWED, Allowance } from './allowance.ts';
import { Auction } from './auction.ts';

/** What happens to a network: somebody looks, time passes, an ad set is edited, paused or planned anew, minimum bids change. */
const step = fc.oneof(
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('view' as const), asked: view }) },
  // Beyond the least wait of five milliseconds, up to days.
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('pass' as const),
      ms: fc.oneof(
        fc.integer({ min: 10, max: 3_000 }),
        fc.integer({ min: 3_000, max: 7_200_000 }),
        fc.integer({ min: 7_200_000, max: 200_000_000 }),
      ),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('edit' as const), at: fc.nat(5), next: model }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('pause' as const), at: fc.nat(5) }) },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('plan' as const),
      at: fc.nat(5),
      decisionsLeft: fc.constantFrom(0, 1, 3, 1_000),
      decisionsPerMs: fc.constantFrom(0, 0.000_1, 0.001, 0.1),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('card' as const), next: card }) },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant('back' as const), ms: fc.integer({ min: 1, max: 9e6 }) }),
  },
);

/** More by PLACARD_WORLDS; these take a second. */
const WORLDS = Number(process.env.PLACARD_WORLDS ?? 600);

test('through edits, plans and any clock the auction shows what plain evaluation of every gate allows', () => {
  fc.assert(
    fc.property(
      fc.array(model, { minLength: 1, maxLength: 6 }),
      fc.array(step, { minLength: 1, maxLength: 16 }),
      draws,
      (models, steps, random) => {
        const { index, zones } = build(models);
        const auction = new Auction(zones, drawing(random));
        const present = [...models];
        const paused = new Set<number>();
        // As the pacer keeps them: by ad set, through its edits.
        const allowances = models.map((_, at) => index.standing(at + 1)?.adSet.allowance ?? new Allowance(0));
        let nowMs = NOW_MS;
        let bidCard = NO_MINIMUM_BIDS;
        for (const each of steps) {
          if (each.kind === 'pass') {
            nowMs += each.ms;
          } else if (each.kind === 'back') {
            nowMs -= each.ms;
            // As the snapshot does it: whoever waits for a time is put up anew.
            for (const [at, allowance] of allowances.entries()) {
              const standing = index.standing(at + 1);
              if (standing === undefined) continue;
              index.replace(at + 1, withAllowance(renewed(standing, zones), allowance));
            }
          } else if (each.kind === 'view') {
            const stateOf = (position: number) => allowances[position]?.state(nowMs) ?? ALLOWED;
            const expected = naive(
              present.map((one, at) => (paused.has(at) ? { ...one, creatives: [] } : one)),
              each.asked,
              { nowMs, stateOf, card: bidCard },
            );
            const found = auction.decide(questionOf(index, each.asked, nowMs, bidCard));
            expect(found).toBe(expected.winners !== null);
            if (expected.winners !== null) {
              expect(expected.winners.map(({ adSetId, creativeId }) => [adSetId, creativeId])).toContainEqual(
                [auction.unit?.adSet.id, auction.creative?.id],
              );
              auction.take();
            }
          } else if (each.kind === 'card') {
            bidCard = each.next;
            const { index: fresh } = build(present, bidCard);
            for (const [at, allowance] of allowances.entries()) {
              const standing = index.standing(at + 1) && fresh.standing(at + 1);
              if (standing === undefined) continue;
              index.replace(at + 1, withAllowance(renewed(standing, zones), allowance));
            }
          } else if (each.at < present.length) {
            const { at } = each;
            if (each.kind === 'edit') {
              present[at] = each.next;
              paused.delete(at);
              const fresh = build(present, bidCard).index.standing(at + 1);
              const allowance = allowances[at] ?? new Allowance(0);
              index.replace(
                at + 1,
                fresh === undefined ? null : withAllowance(renewed(fresh, zones), allowance),
              );
            } else if (each.kind === 'pause') {
              paused.add(at);
              index.replace(at + 1, null);
            } else {
              allowances[at]?.plan(each, nowMs);
              index.replanned(at + 1, nowMs);
            }
          }
        }
        expect(index.adSetCount).toBe(present.length - paused.size);
      },
    ),
    { numRuns: WORLDS },
  );
});

function withAllowance(
  standing: ReturnType<typeof renewed>,
  allowance: Allowance,
): ReturnType<typeof renewed> {
  const adSet = { ...standing.adSet, allowance };
  return { ...standing, adSet, units: standing.units.map((unit) => ({ ...unit, adSet })) };
}
