import { describe, expect, it } from 'vitest';
import {
  type AdSetChoice,
  byCampaign,
  conflictCount,
  matchingChoices,
  pausedCampaign,
} from './ad-set-choices.ts';

const choice = (id: number, campaignId: number, creatives: number[] = []): AdSetChoice => ({
  id,
  name: `Set ${id}`,
  campaignId,
  campaignName: campaignId === 1 ? 'Spring' : 'Autumn',
  campaignStatus: campaignId === 1 ? 'active' : 'paused',
  creatives: creatives.map((creative) => ({ id: creative, name: `Creative ${creative}` })),
});
const choices = [choice(11, 1, [5]), choice(12, 1), choice(21, 2, [7, 8])];

describe('ad sets to choose from', () => {
  it('are grouped by campaign in their order', () => {
    expect(
      byCampaign(choices).map((group) => [group.campaignName, group.active, group.adSets.length]),
    ).toEqual([
      ['Spring', true, 2],
      ['Autumn', false, 1],
    ]);
  });

  it('are found by name, campaign and id', () => {
    const ids = (search: string) => matchingChoices(choices, search).map(({ id }) => id);
    expect(ids('SPRING')).toEqual([11, 12]);
    expect(ids('set 2')).toEqual([21]);
    expect(ids('12')).toEqual([12]);
    expect(ids(' ')).toEqual([11, 12, 21]);
  });

  it('name the paused campaign only where no other campaign shows the creative', () => {
    expect(pausedCampaign(choices, [21])?.campaignName).toBe('Autumn');
    expect(pausedCampaign(choices, [11, 21])).toBeNull();
    expect(pausedCampaign([{ ...choice(21, 2), campaignStatus: 'pending' }], [21])).toBeNull();
    expect(pausedCampaign([{ ...choice(21, 2), campaignStatus: 'rejected' }], [21])).toBeNull();
    expect(pausedCampaign(choices, [])).toBeNull();
  });

  it('warn only where a different creative is assigned', () => {
    expect(conflictCount(choices, [11, 12, 21], null)).toBe(2);
    expect(conflictCount(choices, [11, 12], 5)).toBe(0);
    expect(conflictCount(choices, [], 5)).toBe(0);
  });
});
