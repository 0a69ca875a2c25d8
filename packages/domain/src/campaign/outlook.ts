import { daysBetween, isDay } from '../day-bounds.ts';
import { type Micros, minMicros } from '../micros.ts';
import { OPEN_END_DAYS } from '../pacing/plan.ts';
import type { CampaignPlan, Objective } from './rules.ts';

/** What budgets and dates together will do, as pacing does it. One case for each way they can be filled in. */
export type Outlook =
  /** An end and no daily budget: what is left, in equal parts. */
  | { readonly kind: 'even'; readonly perDayMicros: Micros; readonly days: number }
  /** Neither: each day a thirtieth of what is left then. */
  | { readonly kind: 'open'; readonly perDayMicros: Micros }
  /** No end: until all is spent, which takes so many days or more. */
  | { readonly kind: 'daily'; readonly days: number }
  /** Both, and the days are enough to spend all: after so many at the earliest. */
  | { readonly kind: 'daily_until'; readonly days: number }
  /** Both, and the days are not enough. */
  | {
      readonly kind: 'unspent';
      readonly days: number;
      readonly mostMicros: Micros;
      readonly restMicros: Micros;
    };

/**
 * @param plan.totalBudgetMicros what may still be spent
 * @returns `null` while the plan makes no sense yet
 */
export function outlookOf(plan: CampaignPlan, today: string): Outlook | null {
  const { totalBudgetMicros: total, dailyBudgetMicros: daily, startDate, endDate } = plan;
  const dates = endDate === null ? [startDate] : [startDate, endDate];
  if (total <= 0n || (daily !== null && (daily <= 0n || daily > total)) || !dates.every(isDay)) return null;
  // What lies behind is not made up for.
  const first = startDate < today ? today : startDate;
  const days = endDate === null ? null : daysBetween(first, endDate);
  if (days !== null && days < 1) return null;
  if (daily === null) {
    if (days === null) return { kind: 'open', perDayMicros: total / BigInt(OPEN_END_DAYS) };
    return { kind: 'even', perDayMicros: total / BigInt(days), days };
  }
  const needed = Number((total + daily - 1n) / daily);
  if (days === null) return { kind: 'daily', days: needed };
  if (needed <= days) return { kind: 'daily_until', days: needed };
  const most = daily * BigInt(days);
  return { kind: 'unspent', days, mostMicros: most, restMicros: total - most };
}

export type BidWarning = {
  readonly budget: 'daily' | 'total';
  readonly budgetMicros: Micros;
  /** What the budget pays for: whole clicks or viewable impressions. */
  readonly buys: number;
};

const VIEWS_PER_BID = 1_000n;

/** A bid that is more than the smaller budget: allowed, and worth a word. */
export function bidWarning(
  objective: Objective,
  bidMicros: Micros,
  budgets: { readonly totalMicros: Micros | null; readonly dailyMicros: Micros | null },
): BidWarning | null {
  const { totalMicros, dailyMicros } = budgets;
  if (totalMicros === null && dailyMicros === null) return null;
  const budgetMicros = minMicros(totalMicros ?? dailyMicros ?? 0n, dailyMicros ?? totalMicros ?? 0n);
  if (bidMicros <= budgetMicros || bidMicros <= 0n) return null;
  const units = objective === 'TRAFFIC' ? 1n : VIEWS_PER_BID;
  return {
    budget: budgetMicros === dailyMicros ? 'daily' : 'total',
    budgetMicros,
    buys: Number((budgetMicros * units) / bidMicros),
  };
}
