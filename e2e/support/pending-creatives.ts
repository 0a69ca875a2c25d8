import type { Session } from './api-client.ts';

let made = 0;
/** A creative of code that waits for review, in a campaign of its own. */
export async function pendingCreative(advertiser: Session, name: string, adCode: string): Promise<number> {
  made += 1;
  const { adSetId } = await advertiser.post<{ adSetId: number }>('/advertiser/campaigns', {
    campaign: {
      name: `Campaign ${made}`,
      objective: 'TRAFFIC',
      totalBudget: 100,
      dailyBudget: null,
      startDate: '2026-01-01',
      endDate: null,
    },
    adSet: { name: 'Everywhere', totalBudget: null, dailyBudget: null },
    requestKey: `review-campaign-${made}`,
  });
  const { id } = await advertiser.post<{ id: number }>('/advertiser/creatives', {
    basicInfo: { name },
    content: { type: 'third_party', size: { width: 300, height: 250 }, adCode },
    adSetIds: [adSetId],
    requestKey: `review-creative-${made}`,
  });
  return id;
}

/** What a creative of code is changed to. */
export const codeContent = (adCode: string) => ({
  content: { type: 'third_party', size: { width: 300, height: 250 }, adCode },
});
