import type { DiagnosisGate } from '../diagnosis/explain-views.ts';
import type { Verdict } from '../diagnosis/verdict.ts';
import type { Micros } from '../micros.ts';
import type { CampaignLimit } from './note.ts';

/** What of the advertiser's own keeps an active campaign from spending. */
export const SPENDING_LIMITS = ['budget', 'bid'] as const;
export type SpendingLimit = (typeof SPENDING_LIMITS)[number];

/** Today's budget is gone while the plan still had a quarter of the day's spend before it. */
const BUDGET_EARLY_QUARTERS = 3n;
/** Of what should be spent by now less than half is, … */
const BEHIND_PARTS = 2n;
/** … once a quarter of the day's plan is due: before that a slow hour is not a limit. */
const DUE_PARTS = 4n;
/** It is over once it was not seen for so long: each day's budget begins anew at midnight. */
export const LIMIT_OVER_AFTER_MS = 36 * 3_600_000;

export type SpendingToday = {
  readonly spentMicros: Micros;
  readonly plannedSoFarMicros: Micros;
  readonly plannedTodayMicros: Micros;
  /** What the list of campaigns says beside its status. */
  readonly note: CampaignLimit | null;
};

/** Whether its budget of today was spent long before the day was over. */
export function isLimitedByBudget({ note, plannedSoFarMicros, plannedTodayMicros }: SpendingToday): boolean {
  return (
    note === 'daily_budget_spent' &&
    plannedTodayMicros > 0n &&
    plannedSoFarMicros * 4n <= plannedTodayMicros * BUDGET_EARLY_QUARTERS
  );
}

/** Whether it spends so little that it is worth asking what keeps it. */
export function isFarBehind({
  note,
  spentMicros,
  plannedSoFarMicros,
  plannedTodayMicros,
}: SpendingToday): boolean {
  return (
    note === null &&
    plannedTodayMicros > 0n &&
    plannedSoFarMicros * DUE_PARTS >= plannedTodayMicros &&
    spentMicros * BEHIND_PARTS < plannedSoFarMicros
  );
}

/** Gates that a higher bid opens. */
const BID_GATES: readonly DiagnosisGate[] = ['outbid', 'floor'];

/** Whether no ad set serves, and of those that could the bid is what takes most views. */
export function isLimitedByBid(
  adSets: readonly { readonly verdict: Verdict; readonly main: DiagnosisGate | null }[],
): boolean {
  if (adSets.some(({ verdict }) => verdict === 'serving')) return false;
  return adSets.some(({ main }) => main !== null && BID_GATES.includes(main));
}

/** Whether what is seen now begins anew, `null` where it was never seen: while it goes on nobody is told again. */
export function beginsAnew(lastSeenMs: number | null, nowMs: number): boolean {
  return lastSeenMs === null || nowMs - lastSeenMs >= LIMIT_OVER_AFTER_MS;
}
