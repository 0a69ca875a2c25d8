import type { reachQuestion } from '@placard/contract/campaign-insight';
import type { Campaign } from '@placard/contract/campaigns';
import type { z } from 'zod';
import type { Size } from '../size-text.ts';

/**
 * What one ad set of a campaign could reach with a creative of this size alone.
 * @returns `null` where the campaign has no such ad set any more.
 */
export function creativeReachQuestion(
  campaign: Pick<Campaign, 'objective' | 'startDate' | 'endDate' | 'adSets'>,
  adSetId: number,
  { width, height }: Size,
): z.output<typeof reachQuestion> | null {
  const adSet = campaign.adSets.find(({ id, archived }) => id === adSetId && !archived);
  if (adSet === undefined) return null;
  const { totalBudget, dailyBudget, bid, locations, devices, languages, startTime, endTime, daysOfWeek } =
    adSet;
  return {
    objective: campaign.objective,
    startDate: campaign.startDate,
    endDate: campaign.endDate,
    totalBudget,
    dailyBudget,
    bid,
    locations,
    devices,
    languages,
    startTime,
    endTime,
    daysOfWeek,
    sizes: [{ width, height }],
    // Not looked up by its id: that would add the sizes of the creatives it has already.
    adSetId: null,
  };
}
