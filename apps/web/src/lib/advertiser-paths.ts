/** Addresses of the advertiser's pages; ids are plain numbers. */
export const CAMPAIGNS_PATH: string = '/advertiser/campaigns';
export const CAMPAIGN_WIZARD_PATH: string = '/advertiser/campaigns/create';
export const CREATIVES_PATH: string = '/advertiser/creatives';
export const CREATIVE_WIZARD_PATH: string = '/advertiser/creatives/create';

export function campaignPath(id: number): string {
  return `${CAMPAIGNS_PATH}/${id}`;
}

export function creativePath(id: number): string {
  return `${CREATIVES_PATH}/${id}`;
}

export function creativeEditPath(id: number): string {
  return `${CREATIVES_PATH}/${id}/edit`;
}

/** The creative wizard with one ad set chosen already. */
export function creativeForAdSetPath(campaignId: number, adSetId: number): string {
  return `${CREATIVE_WIZARD_PATH}/${campaignId}/${adSetId}`;
}
