import { CREATIVE_TYPES } from '@placard/domain/creative/rules';
import { CREATIVE_STATUSES } from '@placard/domain/creative/status';
import { WEBSITE_STATUSES } from '@placard/domain/website/status';
import { z } from 'zod';
import { operatorOperation } from './operation.ts';
import { REJECTION_CODES } from './reviews.ts';
import { get, post } from './route.ts';
import { adSize, data, id, instant, issue, listOf, listQuery, version } from './scalars.ts';

/** What runs in the network, for the operator to stop: creatives are taken down for good, websites suspended. */

const owner = z.object({ id, name: z.string(), email: z.string() });
const reason = z.string().trim().min(1, issue('reason_required')).max(1_000, issue('text_too_long'));

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

const tags = ['Operator'];

export const moderationContract = {
  creatives: operatorOperation
    .route(get('/operator/creatives', tags, 'Creatives of all advertisers'))
    .input(
      z.object({
        ...listQuery(['name', 'status', 'createdAt']),
        status: z.enum(CREATIVE_STATUSES).optional(),
        type: z.enum(CREATIVE_TYPES).optional(),
      }),
    )
    .output(listOf(moderatedCreative, {})),
  takeDownCreative: operatorOperation
    .route(
      post(
        '/operator/creatives/{id}/take-down',
        tags,
        'Stop a creative for good, with a reason that its advertiser is told',
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
      }),
    )
    .output(listOf(moderatedWebsite, {})),
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
