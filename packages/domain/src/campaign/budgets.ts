import { type Micros, minMicros } from '../micros.ts';

export type Budgets = { readonly totalBudgetMicros: Micros; readonly dailyBudgetMicros: Micros | null };

/**
 * An ad set's budgets, of which empty ones are the campaign's; a daily budget taken over from the campaign never exceeds
 * the ad set's own total.
 */
export function filledBudgets(
  typed: { readonly totalBudgetMicros: Micros | null; readonly dailyBudgetMicros: Micros | null },
  campaign: Budgets,
): Budgets {
  const totalBudgetMicros = typed.totalBudgetMicros ?? campaign.totalBudgetMicros;
  return {
    totalBudgetMicros,
    dailyBudgetMicros: typed.dailyBudgetMicros ?? withinTotal(campaign.dailyBudgetMicros, totalBudgetMicros),
  };
}

/** An ad set's budgets once its campaign's are others: those that were the campaign's follow it, its own stay. */
export function movedBudgets(adSet: Budgets, before: Budgets, after: Budgets): Budgets {
  const totalBudgetMicros =
    adSet.totalBudgetMicros === before.totalBudgetMicros ? after.totalBudgetMicros : adSet.totalBudgetMicros;
  const dailyBudgetMicros =
    adSet.dailyBudgetMicros === before.dailyBudgetMicros ? after.dailyBudgetMicros : adSet.dailyBudgetMicros;
  return {
    totalBudgetMicros,
    dailyBudgetMicros:
      dailyBudgetMicros === after.dailyBudgetMicros
        ? withinTotal(dailyBudgetMicros, totalBudgetMicros)
        : dailyBudgetMicros,
  };
}

function withinTotal(dailyMicros: Micros | null, totalMicros: Micros): Micros | null {
  return dailyMicros === null ? null : minMicros(dailyMicros, totalMicros);
}
