import type { CampaignStatus } from '@placard/domain/campaign/status';

export type AdSetChoice = {
  readonly id: number;
  readonly name: string;
  readonly campaignId: number;
  readonly campaignName: string;
  readonly campaignStatus: CampaignStatus;
  /** Assigned to it already. */
  readonly creatives: readonly { readonly id: number; readonly name: string }[];
};

/** By ad set, campaign, or one of the ids that the wizard's success step and the lists show. */
export function matchingChoices(choices: readonly AdSetChoice[], search: string): AdSetChoice[] {
  const wanted = search.trim().toLowerCase();
  if (wanted === '') return [...choices];
  return choices.filter(
    ({ id, name, campaignId, campaignName }) =>
      name.toLowerCase().includes(wanted) ||
      campaignName.toLowerCase().includes(wanted) ||
      String(id) === wanted ||
      String(campaignId) === wanted,
  );
}

export type CampaignGroup = {
  readonly campaignId: number;
  readonly campaignName: string;
  readonly active: boolean;
  readonly adSets: AdSetChoice[];
};

export function byCampaign(choices: readonly AdSetChoice[]): CampaignGroup[] {
  const groups = new Map<number, CampaignGroup>();
  for (const choice of choices) {
    const group = groups.get(choice.campaignId);
    if (group !== undefined) group.adSets.push(choice);
    else {
      groups.set(choice.campaignId, {
        campaignId: choice.campaignId,
        campaignName: choice.campaignName,
        active: choice.campaignStatus === 'active',
        adSets: [choice],
      });
    }
  }
  return [...groups.values()];
}

/** The campaign that stands in the way: of those a creative is assigned to none runs or is being reviewed, this one is paused. */
export function pausedCampaign(
  choices: readonly AdSetChoice[],
  adSetIds: readonly number[],
): { readonly campaignId: number; readonly campaignName: string } | null {
  const assigned = choices.filter(({ id }) => adSetIds.includes(id));
  const goesOn = assigned.some(
    ({ campaignStatus }) => campaignStatus === 'active' || campaignStatus === 'pending',
  );
  return goesOn ? null : (assigned.find(({ campaignStatus }) => campaignStatus === 'paused') ?? null);
}

/** The creatives of an ad set other than the one being assigned. */
export function otherCreatives(choice: AdSetChoice, creativeId: number | null): AdSetChoice['creatives'] {
  return choice.creatives.filter((creative) => creative.id !== creativeId);
}

/** How many chosen ad sets show something else already: what the specification warns of. */
export function conflictCount(
  choices: readonly AdSetChoice[],
  chosen: readonly number[],
  creativeId: number | null,
): number {
  return choices
    .filter(({ id }) => chosen.includes(id))
    .filter((choice) => otherCreatives(choice, creativeId).length > 0).length;
}
