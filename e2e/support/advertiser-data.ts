import type { Session } from './api-client.ts';
import { approve, createCreative } from './small-network.ts';

export type CampaignIds = { readonly campaignId: number; readonly adSetId: number };

let requests = 0;

/** A paused campaign that was never submitted, with one ad set "Everywhere". */
export async function addCampaign(
  advertiser: Session,
  name: string,
  fields: { readonly startDate?: string; readonly endDate?: string; readonly totalBudget?: number } = {},
): Promise<CampaignIds> {
  return await advertiser.post<CampaignIds>('/advertiser/campaigns', {
    requestKey: `campaign-${process.pid}-${++requests}`,
    campaign: {
      name,
      objective: 'TRAFFIC',
      totalBudget: fields.totalBudget ?? 100,
      dailyBudget: null,
      startDate: fields.startDate ?? new Date().toISOString().slice(0, 10),
      endDate: fields.endDate ?? null,
    },
    adSet: { name: 'Everywhere', totalBudget: null, dailyBudget: null, bid: 0.5 },
  });
}

/** A campaign that the operator approved, with the approved creative "Lantern banner". */
export async function addActiveCampaign(
  operator: Session,
  advertiser: Session,
  name: string,
): Promise<CampaignIds & { readonly creativeId: number }> {
  const ids = await addCampaign(advertiser, name);
  const creative = await createCreative(advertiser, ids.adSetId, 'https://shop.example.com/');
  const campaign = await advertiser.post<{ id: number; version: number }>(
    `/advertiser/campaigns/${ids.campaignId}/actions`,
    { action: 'publish' },
  );
  await approve(operator, 'campaign', campaign);
  await approve(operator, 'creative', creative);
  return { ...ids, creativeId: creative.id };
}

/** Code of another ad server, 728 × 90, not yet approved. */
export async function addCodeCreative(advertiser: Session, adSetId: number, name: string): Promise<number> {
  const { id } = await advertiser.post<{ id: number }>('/advertiser/creatives', {
    requestKey: `creative-${process.pid}-${++requests}`,
    basicInfo: { name },
    content: { type: 'third_party', size: { width: 728, height: 90 }, adCode: '<b>Lanterns</b>' },
    adSetIds: [adSetId],
  });
  return id;
}
