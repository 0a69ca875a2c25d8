import type { Micros } from '../micros.ts';
import { localDayNumberAt, startOfLocalDayMs } from '../time-zone.ts';
import { type PacedAdSet, planOf } from './plan.ts';
import { servingMs } from './serving-time.ts';

export type PlanToday = {
  /** What the plan made at `fromMs` meant to have spent by now, and by the end of the day. */
  readonly soFarMicros: Micros;
  readonly wholeDayMicros: Micros;
};

/**
 * Today's plan of each campaign, by its id: what pacing planned at `fromMs`, followed until now.
 * @param adSets with what every limit left at `fromMs`, all of accounts in their own zones
 * @param fromMs by campaign: the start of its local day, or its approval if that was later
 */
export function plansToday(
  adSets: readonly PacedAdSet[],
  fromMs: (campaignId: number) => number,
  nowMs: number,
): ReadonlyMap<number, PlanToday> {
  const plans = new Map<number, PlanToday>();
  const byCampaign = Map.groupBy(adSets, (adSet) => adSet.campaignId);
  for (const [campaignId, members] of byCampaign) {
    const startMs = fromMs(campaignId);
    const planned = planOf(members, startMs);
    let soFarMicros = 0n;
    let wholeDayMicros = 0n;
    for (const [index, adSet] of members.entries()) {
      const ratePerMinute = planned[index]?.ratePerMinuteMicros ?? 0n;
      const endMs = startOfLocalDayMs(adSet.timeZone, localDayNumberAt(adSet.timeZone, startMs) + 1);
      const by = (untilMs: number) =>
        (ratePerMinute * BigInt(servingMs(adSet.schedule, adSet.timeZone, startMs, untilMs))) / 60_000n;
      soFarMicros += by(Math.min(nowMs, endMs));
      wholeDayMicros += by(endMs);
    }
    plans.set(campaignId, { soFarMicros, wholeDayMicros });
  }
  return plans;
}
