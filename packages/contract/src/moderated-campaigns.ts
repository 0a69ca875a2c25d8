import { LISTED_LIMITS } from '@placard/domain/campaign/note';
import { CAMPAIGN_STATUSES } from '@placard/domain/campaign/status';
import { z } from 'zod';
import { CAMPAIGN_SORTS, campaign, campaignRow } from './campaigns.ts';
import { diagnosis } from './diagnosis.ts';
import { operatorOperation } from './operation.ts';
import { recordTag } from './record-notes.ts';
import { get, post } from './route.ts';
import { data, id, listOf, listQuery, version } from './scalars.ts';

/** Campaigns of the whole network, as the operator sees and stops them. */

/** What the operator may do with a campaign now; approving and rejecting are a review's own operations. */
export const CAMPAIGN_OPERATOR_ACTIONS = ['approve', 'pause', 'reject'] as const;

const ofOperator = {
  owner: z.object({ id, name: z.string(), email: z.string() }),
  actions: z.array(z.enum(CAMPAIGN_OPERATOR_ACTIONS)),
};

const moderatedCampaign = z.object({ ...campaignRow.shape, ...ofOperator });
export type ModeratedCampaign = z.infer<typeof moderatedCampaign>;

const campaignRecord = z.object({
  ...campaign.omit({ analyticsKey: true }).shape,
  ...ofOperator,
  /** Days of the campaign are days of this zone, its account's. */
  timeZone: z.string(),
  currency: z.string(),
});
export type CampaignOfOperator = z.infer<typeof campaignRecord>;

const tags = ['Operator'];

export const moderatedCampaignsContract = {
  campaigns: operatorOperation
    .route(get('/operator/campaigns', tags, 'Campaigns of all advertisers'))
    .input(
      z.object({
        ...listQuery(CAMPAIGN_SORTS),
        status: z.enum(CAMPAIGN_STATUSES).optional(),
        /** Of this account only. */
        account: id.optional(),
        /** Those that would run today but for this. */
        limitedBy: z.enum(LISTED_LIMITS).optional(),
        tag: recordTag.optional(),
      }),
    )
    .output(listOf(moderatedCampaign, {})),
  campaign: operatorOperation
    .route(get('/operator/campaigns/{id}', tags, 'A campaign with its ad sets'))
    .input(z.object({ id }))
    .output(data(campaignRecord)),
  pauseCampaign: operatorOperation
    .route(
      post(
        '/operator/campaigns/{id}/pause',
        tags,
        'Pause a running campaign; its advertiser is told and may activate it again',
      ),
    )
    .input(z.object({ id, version }))
    .output(data(campaignRecord)),
  campaignDiagnosis: operatorOperation
    .route(
      get(
        '/operator/campaigns/{id}/diagnosis',
        tags,
        "Why a campaign isn't serving, as its advertiser sees it",
      ),
    )
    .input(z.object({ id }))
    .output(data(diagnosis)),
};
