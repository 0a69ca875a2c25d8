import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  aloneSince,
  approvalsNeeded,
  type LimitPlan,
  limitAskedFor,
  limitAt,
  objectedSince,
  operatedBefore,
  planLimit,
} from './approval.ts';

describe('how many operators a payout needs', () => {
  const needed = (amount: bigint, requestedUnderMicros: bigint, presentMicros: bigint) =>
    approvalsNeeded(amount, { requestedUnderMicros, presentMicros });

  it.each([
    [100n, 100n, 100n, 1],
    [101n, 100n, 100n, 2],
    [101n, 200n, 100n, 2],
    [101n, 100n, 200n, 2],
    [101n, 0n, 0n, 1],
    [101n, 0n, 100n, 2],
    [101n, 100n, 0n, 2],
    [1n, 1n, 1n, 1],
    [2n, 1n, 0n, 2],
  ] as const)('%d under limits of %d then and %d now: %d', (amount, then, now, operators) => {
    expect(needed(amount, then, now)).toBe(operators);
  });
});

it('leaves nobody alone with what they could have asked for, unless there is no limit', () => {
  const needed = (requestedUnderMicros: bigint, presentMicros: bigint) =>
    approvalsNeeded(1n, { requestedUnderMicros, presentMicros, neverAlone: true });
  expect([needed(100n, 100n), needed(0n, 100n), needed(100n, 0n), needed(0n, 0n)]).toEqual([2, 2, 2, 1]);
});

describe('a limit', () => {
  const HOUR_MS = 3_600_000;
  const now = new Date('2026-05-04T12:00:00.000Z');
  const after = (ms: number) => new Date(now.getTime() + ms);
  const plain = (limitMicros: bigint): LimitPlan => ({ limitMicros, raised: null });
  const ask = (plan: LimitPlan, asked: bigint, at = now, onlyOperator = false) =>
    planLimit(plan, asked, { now: at, onlyOperator });
  const waiting = (limitMicros: bigint, asked: bigint, from: Date): LimitPlan => ({
    limitMicros,
    raised: { limitMicros: asked, from },
  });

  it('that is raised or ended counts a day later, one that is lowered or the same at once', () => {
    const from = after(24 * HOUR_MS);
    expect(ask(plain(100n), 101n)).toEqual(waiting(100n, 101n, from));
    expect(ask(plain(100n), 0n)).toEqual(waiting(100n, 0n, from));
    for (const asked of [100n, 99n, 1n]) expect(ask(plain(100n), asked)).toEqual(plain(asked));
    // There was none, and nothing is looser than that.
    for (const asked of [0n, 1n, 10n ** 15n]) expect(ask(plain(0n), asked)).toEqual(plain(asked));
    expect(ask(plain(100n), 0n, now, true)).toEqual(plain(0n));
  });

  it('that waits counts from its moment on', () => {
    const plan = waiting(100n, 500n, after(0));
    expect([limitAt(plan, after(-1)), limitAt(plan, after(0))]).toEqual([100n, 500n]);
    expect([limitAskedFor(plan), limitAskedFor(plain(7n))]).toEqual([500n, 7n]);
  });

  it('that waits keeps its time where the same or less is asked for, and begins anew where it is more', () => {
    const plan = waiting(100n, 500n, after(HOUR_MS));
    expect(ask(plan, 500n)).toEqual(plan);
    expect(ask(plan, 101n)).toEqual(waiting(100n, 101n, after(HOUR_MS)));
    expect(ask(plan, 501n)).toEqual(waiting(100n, 501n, after(24 * HOUR_MS)));
    expect(ask(plan, 0n)).toEqual(waiting(100n, 0n, after(24 * HOUR_MS)));
    expect(ask(plan, 100n)).toEqual(plain(100n));
    // Once it counts, it is what is raised.
    expect(ask(plan, 501n, after(HOUR_MS))).toEqual(waiting(500n, 501n, after(25 * HOUR_MS)));
    expect(ask(plan, 400n, after(HOUR_MS))).toEqual(plain(400n));
  });

  it('is never looser within a day than the strictest of the day before, whatever is asked for', () => {
    const steps = fc.array(fc.tuple(fc.integer({ min: 1, max: 30 }), fc.bigInt({ min: 0n, max: 5n })), {
      maxLength: 12,
    });
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 5n }), steps, (first, asked) => {
        let plan = plain(first);
        let at = now;
        const told: { at: number; limit: bigint }[] = [{ at: -Infinity, limit: first }];
        const looseness = (limit: bigint) => (limit === 0n ? Infinity : Number(limit));
        for (const [hours, limit] of asked) {
          at = new Date(at.getTime() + hours * HOUR_MS);
          const present = limitAt(plan, at);
          // Whatever counts was asked for a day ago at least, or is not looser than what counted then.
          const known = told.filter((one) => one.at <= at.getTime() - 24 * HOUR_MS);
          const most = Math.max(...known.map((one) => looseness(one.limit)));
          expect(looseness(present)).toBeLessThanOrEqual(most);
          plan = ask(plan, limit, at);
          told.push({ at: at.getTime(), limit });
        }
      }),
    );
  });

  it('sums what was moved alone within 24 hours', () => {
    expect(aloneSince(now)).toEqual(after(-24 * HOUR_MS));
  });

  it('could be objected to by whoever operated within as long as a raised one waits', () => {
    expect(objectedSince(now)).toEqual(after(-24 * HOUR_MS));
  });
});

it('takes as a second pair of eyes only who ran the network by the request', () => {
  const requested = new Date('2026-05-04T12:00:00.000Z');
  expect(operatedBefore(requested, requested)).toBe(true);
  expect(operatedBefore(new Date(requested.getTime() - 1), requested)).toBe(true);
  expect(operatedBefore(new Date(requested.getTime() + 1), requested)).toBe(false);
});
