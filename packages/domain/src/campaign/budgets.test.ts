import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Budgets, filledBudgets, movedBudgets } from './budgets.ts';
import { adSetIssues } from './rules.ts';

const budgets = (totalBudgetMicros: bigint, dailyBudgetMicros: bigint | null): Budgets => ({
  totalBudgetMicros,
  dailyBudgetMicros,
});
const amount = fc.bigInt({ min: 1n, max: 6n });
const sound = fc
  .tuple(amount, fc.option(amount))
  .map(([total, daily]) => budgets(total, daily === null || daily > total ? null : daily));

type Pair = readonly [bigint, bigint | null];

describe('an ad set’s budgets', () => {
  test.each<readonly [string, readonly [bigint | null, bigint | null], Pair, Pair]>([
    ['both empty', [null, null], [10n, 4n], [10n, 4n]],
    ['both its own', [8n, 3n], [10n, 4n], [8n, 3n]],
    ['a total as large as the campaign’s day', [4n, null], [10n, 4n], [4n, 4n]],
    ['a total below the campaign’s day', [3n, null], [10n, 4n], [3n, 3n]],
    ['no day in the campaign', [null, null], [10n, null], [10n, null]],
    ['a day of its own where the campaign has none', [null, 2n], [10n, null], [10n, 2n]],
  ])('%s', (_name, [total, daily], campaign, becomes) => {
    const typed = { totalBudgetMicros: total, dailyBudgetMicros: daily };
    expect(filledBudgets(typed, budgets(...campaign))).toEqual(budgets(...becomes));
  });

  test('left empty follow the campaign, wherever it goes', () => {
    fc.assert(
      fc.property(sound, sound, (before, after) => {
        const empty = { totalBudgetMicros: null, dailyBudgetMicros: null };
        expect(movedBudgets(filledBudgets(empty, before), before, after)).toEqual(
          filledBudgets(empty, after),
        );
      }),
    );
  });

  test.each<readonly [string, Pair, Pair, Pair, Pair]>([
    ['own ones stay', [8n, 3n], [10n, 4n], [20n, 6n], [8n, 3n]],
    ['a total alone follows', [10n, 3n], [10n, 4n], [20n, 4n], [20n, 3n]],
    ['a day alone follows', [8n, 4n], [10n, 4n], [10n, 6n], [8n, 6n]],
    ['a day that follows stays within its total', [5n, 4n], [10n, 4n], [10n, 6n], [5n, 5n]],
    ['a day that is gone is gone', [8n, 4n], [10n, 4n], [10n, null], [8n, null]],
    ['no day gets the campaign’s first', [8n, null], [10n, null], [10n, 9n], [8n, 8n]],
    ['a total of its own may be too large for the campaign', [8n, 3n], [10n, 4n], [7n, 4n], [8n, 3n]],
  ])('%s', (_name, adSet, before, after, becomes) => {
    expect(movedBudgets(budgets(...adSet), budgets(...before), budgets(...after))).toEqual(
      budgets(...becomes),
    );
  });

  test('may be as large a day as a total, and as large as the campaign’s', () => {
    expect(adSetIssues(budgets(10n, 10n), budgets(10n, 4n))).toEqual([]);
    expect(adSetIssues(budgets(10n, 11n), budgets(10n, 4n))).toHaveLength(1);
    expect(adSetIssues(budgets(11n, 10n), budgets(10n, 4n))).toHaveLength(1);
  });
});
