import { reachQuestion } from '@placard/contract/campaign-insight';
import type { Objective } from '@placard/domain/campaign/rules';
import { microsFromDollars } from '@placard/domain/micros';
import type { z } from 'zod';
import { type Amount, amountOf } from '../../../kits/form/amount.ts';
import { type AdSetValues, adSetInput, type CampaignBudgets } from '../ad-set-values.ts';

export type ReachQuestion = z.output<typeof reachQuestion>;

export type ReachCampaign = CampaignBudgets & {
  readonly objective: Objective | '';
  readonly startDate: string;
  readonly endDate: string | null;
};

/** Half-typed amounts are no amounts yet. */
function dollarsOf(value: Amount, least: number): number | null {
  const amount = amountOf(value);
  return amount === undefined || amount < least || microsFromDollars(amount) === null ? null : amount;
}

/**
 * What can be asked while an ad set is being typed; empty budgets are the campaign's.
 * @returns `null` while something that every estimate needs is missing.
 */
export function reachQuestionOf(
  values: AdSetValues,
  campaign: ReachCampaign,
  adSetId: number | null,
): ReachQuestion | null {
  const { locations, devices, languages, startTime, endTime, daysOfWeek } = adSetInput(values);
  const result = reachQuestion.safeParse({
    objective: campaign.objective,
    totalBudget: dollarsOf(values.totalBudget, 1) ?? dollarsOf(campaign.totalBudget, 1),
    dailyBudget: dollarsOf(values.dailyBudget, 1) ?? dollarsOf(campaign.dailyBudget, 1),
    startDate: campaign.startDate,
    endDate: campaign.endDate,
    bid: dollarsOf(values.bid, 0.000_001),
    locations,
    devices,
    languages,
    startTime,
    endTime,
    daysOfWeek,
    adSetId,
  });
  return result.success ? result.data : null;
}
