import { CREATIVE_TYPES } from '@placard/domain/creative/rules';
import { CREATIVE_STATUSES } from '@placard/domain/creative/status';
import { WEBSITE_STATUSES } from '@placard/domain/website/status';
import { WIDGET_TYPES } from '@placard/domain/widget/rules';
import { WIDGET_STATUSES } from '@placard/domain/widget/status';
import { z } from 'zod';
import { operatorOperation } from './operation.ts';
import { recordTag } from './record-notes.ts';
import { REJECTION_CODES, relatedWebsite } from './reviews.ts';
import { get, post } from './route.ts';
import { absent, adSize, data, id, instant, issue, listOf, listQuery, version } from './scalars.ts';

/** What runs in the network, for the operator to stop: creatives are taken down for good, websites suspended. */

const owner = z.object({ id, name: z.string(), email: z.string() });
const reason = z.string(absent('reason_required')).trim().min(1, issue('reason_required')).max(1_000);

const moderatedCreative = z.object({
  id,
  name: z.string(),
  type: z.enum(CREATIVE_TYPES),
  size: adSize,
  status: z.enum(CREATIVE_STATUSES),
  /** Of a rejection or a take-down. */
  reason: z.string().nullable(),
  owner,
  imageUrl: z.string().nullable(),
  clickUrl: z.string().nullable(),
  createdAt: instant,
  actions: z.array(z.enum(['takeDown'])),
  version,
});
export type ModeratedCreative = z.infer<typeof moderatedCreative>;

const moderatedWebsite = z.object({
  id,
  domain: z.string(),
  status: z.enum(WEBSITE_STATUSES),
  suspendedBy: z.enum(['publisher', 'operator']).nullable(),
  /** Of a rejection, or of the operator's suspension. */
  reason: z.string().nullable(),
  owner,
  widgetCount: z.number().int(),
  createdAt: instant,
  actions: z.array(z.enum(['suspend', 'activate'])),
  version,
});
export type ModeratedWebsite = z.infer<typeof moderatedWebsite>;

export const takeDownInput = z.object({ id, version, code: z.enum(REJECTION_CODES), text: reason });
export const suspendWebsiteInput = z.object({ id, version, text: reason });

const creativeRecord = z.object({
  ...moderatedCreative.omit({ actions: true }).shape,
  actions: z.array(z.enum(['approve', 'reject', 'takeDown'])),
  description: z.string(),
  altText: z.string(),
  adCode: z.string().nullable(),
  /** Sandboxed document of the code on the delivery server; null for images. */
  frameUrl: z.string().nullable(),
  approved: z.boolean(),
  adSets: z.array(z.object({ id, name: z.string(), campaignId: id, campaignName: z.string() })),
});
export type CreativeOfOperator = z.infer<typeof creativeRecord>;

const websiteRecord = z.object({
  ...moderatedWebsite.omit({ actions: true }).shape,
  actions: z.array(z.enum(['approve', 'reject', 'suspend', 'activate'])),
  categories: z.array(z.string()),
  /** As declared by the publisher. */
  monthlyTraffic: z.number().int(),
  /** Counted page views of the last 30 days; null where the analytics code counted none. */
  measuredViews: z.number().int().nullable(),
  adsTxt: z.enum(['ok', 'missing_line', 'unknown']),
  adsTxtCheckedAt: instant.nullable(),
  /** The newest 100 that are not archived. */
  widgets: z.array(
    z.object({ id, name: z.string(), type: z.enum(WIDGET_TYPES), status: z.enum(WIDGET_STATUSES) }),
  ),
  /** Other publishers' websites above or below its domain. */
  related: z.array(relatedWebsite),
});
export type WebsiteOfOperator = z.infer<typeof websiteRecord>;

const tags = ['Operator'];

export const moderationContract = {
  creatives: operatorOperation
    .route(get('/operator/creatives', tags, 'Creatives of all advertisers'))
    .input(
      z.object({
        ...listQuery(['name', 'status', 'createdAt']),
        status: z.enum(CREATIVE_STATUSES).optional(),
        type: z.enum(CREATIVE_TYPES).optional(),
        /** Of this account only. */
        account: id.optional(),
        /** Assigned to an ad set of this campaign. */
        campaign: id.optional(),
      }),
    )
    .output(listOf(moderatedCreative, {})),
  creative: operatorOperation
    .route(get('/operator/creatives/{id}', tags, 'A creative with what it shows and where it is assigned'))
    .input(z.object({ id }))
    .output(data(creativeRecord)),
  takeDownCreative: operatorOperation
    .route(
      post(
        '/operator/creatives/{id}/take-down',
        tags,
        'Stop a creative, with a reason that its advertiser is told; only an appeal that is granted brings it back',
      ),
    )
    .input(takeDownInput)
    .output(data(moderatedCreative)),
  websites: operatorOperation
    .route(get('/operator/websites', tags, 'Websites of all publishers'))
    .input(
      z.object({
        ...listQuery(['domain', 'status', 'createdAt']),
        status: z.enum(WEBSITE_STATUSES).optional(),
        /** Of this account only. */
        account: id.optional(),
        tag: recordTag.optional(),
      }),
    )
    .output(listOf(moderatedWebsite, {})),
  website: operatorOperation
    .route(get('/operator/websites/{id}', tags, 'A website with its widgets and its neighbours'))
    .input(z.object({ id }))
    .output(data(websiteRecord)),
  suspendWebsite: operatorOperation
    .route(
      post(
        '/operator/websites/{id}/suspend',
        tags,
        'Suspend a website, with a reason that its publisher is told; only the operator lifts it',
      ),
    )
    .input(suspendWebsiteInput)
    .output(data(moderatedWebsite)),
  activateWebsite: operatorOperation
    .route(post('/operator/websites/{id}/activate', tags, 'Lift the suspension of a website'))
    .input(z.object({ id, version }))
    .output(data(moderatedWebsite)),
};
