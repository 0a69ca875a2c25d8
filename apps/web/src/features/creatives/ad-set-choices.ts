import type { AdSetChoice } from '@placard/contract/campaigns';

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

type Creatives = Pick<AdSetChoice, 'creatives'>;

/** The creatives of an ad set other than the one being assigned, as far as they are known by name. */
export function otherCreatives(choice: Creatives, creativeId: number | null): AdSetChoice['creatives'] {
  return choice.creatives.filter((creative) => creative.id !== creativeId);
}

/** Fewer than are known by name: that there are others is sure then, whether or not the one being assigned is known. */
const NAMED = 5;

/** What an ad set shows besides: the first by name, and whether there are others. */
export function shownBesides(
  choice: Creatives,
  creativeId: number | null,
): { readonly names: readonly string[]; readonly others: boolean } {
  const known = otherCreatives(choice, creativeId);
  return { names: known.slice(0, NAMED).map(({ name }) => name), others: known.length > NAMED };
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

/** What was asked of the server by ids, and those of them that may be assigned to. */
export type LookedUp = { readonly asked: readonly number[]; readonly items: readonly AdSetChoice[] };

/** What stands beside the list that was found: what it lacks of the ids, known or gone since. Others are not looked up yet. */
export function besidesFound(
  found: readonly AdSetChoice[],
  ids: readonly number[],
  lookedUp: LookedUp,
): { readonly known: readonly AdSetChoice[]; readonly gone: readonly number[] } {
  const listed = new Set(found.map(({ id }) => id));
  const known = new Map(lookedUp.items.map((choice) => [choice.id, choice]));
  const lacking = ids.filter((id) => !listed.has(id));
  return {
    known: lacking.flatMap((id) => known.get(id) ?? []),
    gone: lacking.filter((id) => !known.has(id) && lookedUp.asked.includes(id)),
  };
}
