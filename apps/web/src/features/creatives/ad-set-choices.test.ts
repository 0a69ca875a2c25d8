import { type AdSetChoice, CREATIVES_NAMED } from '@placard/contract/campaigns';
import { describe, expect, it } from 'vitest';
import {
  besidesFound,
  byCampaign,
  conflictCount,
  otherCreatives,
  pausedCampaign,
  shownBesides,
} from './ad-set-choices.ts';

const choice = (id: number, campaignId: number, creatives: number[] = []): AdSetChoice => ({
  id,
  name: `Set ${id}`,
  campaignId,
  campaignName: campaignId === 1 ? 'Spring' : 'Autumn',
  campaignStatus: campaignId === 1 ? 'active' : 'paused',
  creatives: creatives.map((creative) => ({ id: creative, name: `Creative ${creative}` })),
  moreCreatives: false,
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

  it('name what they show besides: five, and whether there are others', () => {
    const shows = (creatives: number[], own: number | null) => {
      const { names, others } = shownBesides(choice(11, 1, creatives), own);
      return [names.length, others];
    };
    expect(shownBesides(choice(21, 2, [7, 8]), 7)).toEqual({ names: ['Creative 8'], others: false });
    expect(shows([1, 2, 3, 4, 5], null)).toEqual([5, false]);
    expect(shows([1, 2, 3, 4, 5, 6], 6)).toEqual([5, false]);
    expect(shows([1, 2, 3, 4, 5, 6], null)).toEqual([5, true]);
    expect(otherCreatives(choice(11, 1, [5]), 5)).toEqual([]);
  });

  it('that are known by name are enough to be sure that there are others, wherever the one being assigned stands', () => {
    expect(shownBesides(choice(11, 1, Array.from(Array(CREATIVES_NAMED).keys())), 3).others).toBe(true);
  });

  it('that were chosen and not found stand beside, by name or as gone, once they are looked up', () => {
    const lookedUp = { asked: [11, 21, 99], items: [choice(21, 2), choice(11, 1)] };
    const besides = (ids: number[]) => {
      const { known, gone } = besidesFound([choice(12, 1)], ids, lookedUp);
      return [known.map(({ id }) => id), gone];
    };
    expect(besides([12, 11, 99, 21, 30])).toEqual([[11, 21], [99]]);
    expect(besides([12])).toEqual([[], []]);
  });
});
