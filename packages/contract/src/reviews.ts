import { AD_REPORT_REASONS } from '@placard/domain/ad-report';
import { REVIEW_KINDS } from '@placard/domain/review';
import { WEBSITE_STATUSES } from '@placard/domain/website/status';
import { z } from 'zod';
import { waitingAppeal } from './appeals.ts';
import { operatorOperation } from './operation.ts';
import { finding } from './review-findings.ts';
import { reviewSaid } from './review-values.ts';
import { get, post } from './route.ts';
import { absent, data, done, id, instant, issue, listOf, pageQuery, version } from './scalars.ts';

export const QUEUE_KINDS = [...REVIEW_KINDS, 'appeal'] as const;
export type QueueKind = (typeof QUEUE_KINDS)[number];

/** Reason codes of a rejection; the operator adds a text. */
export const REJECTION_CODES = [
  'misleading',
  'prohibited_content',
  'poor_quality',
  'broken_destination',
  'trademark',
  'malware',
  'ownership_unproven',
  'other',
] as const;

export const rejectInput = z.object({
  kind: z.enum(REVIEW_KINDS),
  id,
  version,
  code: z.enum(REJECTION_CODES),
  text: z.string(absent('reason_required')).trim().min(1, issue('reason_required')).max(1_000),
});

export const relatedWebsite = z.object({
  id,
  domain: z.string(),
  status: z.enum(WEBSITE_STATUSES),
  /** What the other one is to the one under review. */
  relation: z.enum(['parent', 'subdomain']),
  publisher: z.object({ id, name: z.string(), email: z.string() }),
});
export type RelatedWebsite = z.infer<typeof relatedWebsite>;

export const approveInput = z.object({
  kind: z.enum(REVIEW_KINDS),
  id,
  version,
  /** Of a website: the ids of the related websites of other publishers that were seen. */
  seenRelated: z.array(id).max(100).default([]),
});

const reviewItem = z.object({
  kind: z.enum(REVIEW_KINDS),
  id,
  name: z.string(),
  owner: z.object({ id, name: z.string(), email: z.string() }),
  submittedAt: instant,
  version,
  /** What is to be judged: which field, its label, its value in plain English; image and frame addresses for previews. */
  fields: z.array(
    z.object({
      key: z.string(),
      field: z.string(),
      value: z.string(),
      said: reviewSaid.nullable(),
      before: z.string().nullable(),
      saidBefore: reviewSaid.nullable(),
    }),
  ),
  previouslyApproved: z.boolean(),
  /** The last verdict, where it was a rejection: what was to be mended. Null: none, or approved since. */
  rejectedBefore: z.object({ at: instant, code: z.enum(REJECTION_CODES), text: z.string() }).nullable(),
  imageUrl: z.string().nullable(),
  frameUrl: z.string().nullable(),
  size: z.object({ width: z.number().int(), height: z.number().int() }).nullable(),
  /** Of a creative: what visitors reported since its last approval. */
  reports: z
    .object({
      viewers: z.number().int(),
      reasons: z.array(z.object({ reason: z.enum(AD_REPORT_REASONS), count: z.number().int() })),
      comments: z.array(z.string()),
    })
    .nullable(),
  /** Of a website: other publishers' websites above or below its domain. */
  related: z.array(relatedWebsite),
  /** Its image as it was approved, where that was another one. */
  imageBeforeUrl: z.string().nullable(),
  /** What a machine found in this version; null while it has not looked, or where there is nothing that it looks at. */
  checkedAt: instant.nullable(),
  /** The gravest first. */
  findings: z.array(finding),
  /** It is live already, brought there by a trusted account: drawn by the share, or because something was found. */
  sampled: z.enum(['share', 'finding']).nullable(),
  /** Its owner objects to a decision: it is granted or upheld, not approved or rejected. */
  appeal: waitingAppeal.nullable(),
});
export type ReviewItem = z.infer<typeof reviewItem>;

const tags = ['Operator'];

export const reviewsContract = {
  overview: operatorOperation.route(get('/operator/overview', tags, 'What waits for the operator')).output(
    data(
      z.object({
        pendingCampaigns: z.number().int(),
        pendingCreatives: z.number().int(),
        pendingWebsites: z.number().int(),
        pendingDeposits: z.number().int(),
        users: z.number().int(),
      }),
    ),
  ),
  reviewQueue: operatorOperation
    .route(get('/operator/reviews', tags, 'What is to be reviewed, oldest first'))
    .input(
      z.object({
        /** `appeal`: only what its owner objects to. */
        kind: z.enum(QUEUE_KINDS).optional(),
        ...pageQuery,
        /** Each shows all that is to be judged, up to 100,000 characters of code. */
        pageSize: z.number().int().min(1).max(50).default(25),
      }),
    )
    .output(listOf(reviewItem, {})),
  approve: operatorOperation
    .route(post('/operator/reviews/approve', tags, 'Approve what was seen (version guards it)'))
    .input(approveInput)
    .output(done),
  reject: operatorOperation
    .route(post('/operator/reviews/reject', tags, 'Reject with a reason, shown and mailed'))
    .input(rejectInput)
    .output(done),
};
