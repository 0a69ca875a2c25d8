import { AD_REPORT_REASONS } from '@placard/domain/ad-report';
import { AD_CATEGORY_CODES } from '@placard/domain/campaign/ad-categories';
import { CREATIVE_TYPES } from '@placard/domain/creative/rules';
import { BLOCK_KINDS } from '@placard/domain/website/blocks';
import { z } from 'zod';
import { publisherOperation } from './operation.ts';
import { get, post } from './route.ts';
import { data, dayRange, id, instant, issue, listOf, pageQuery } from './scalars.ts';

/** An ad as a publisher meets it: what it looks like and where it leads; neither its name nor whose it is. */
export const publisherAd = z.object({
  creativeId: id,
  type: z.enum(CREATIVE_TYPES),
  width: z.number().int(),
  height: z.number().int(),
  imageUrl: z.string().nullable(),
  /** Preview of third-party code in its sandboxed frame. */
  frameUrl: z.string().nullable(),
  altText: z.string(),
  /** Host of the click URL without `www.`; null for third-party code that has none. */
  advertiserDomain: z.string().nullable(),
  categories: z.array(z.enum(AD_CATEGORY_CODES)),
});
export type PublisherAd = z.infer<typeof publisherAd>;

/** How much of the asked websites an ad is kept off. */
const blocked = z.enum(['no', 'some', 'all']);

const recentAd = z.object({
  ad: publisherAd,
  blocked,
  impressions: z.number().int(),
  clicks: z.number().int(),
  earnings: z.number(),
  reportCount: z.number().int(),
});
export type RecentAd = z.infer<typeof recentAd>;

const reportedAd = z.object({
  ad: publisherAd,
  websiteId: id,
  domain: z.string(),
  blocked,
  /** Viewers who reported it. */
  viewers: z.number().int(),
  reasons: z.array(z.object({ reason: z.enum(AD_REPORT_REASONS), count: z.number().int() })),
  /** The newest words of visitors, at most five. */
  comments: z.array(z.object({ text: z.string(), at: instant })),
  lastReportedAt: instant,
  /** When you marked the last of them as handled; null while one is open. */
  handledAt: instant.nullable(),
});
export type ReportedAd = z.infer<typeof reportedAd>;

const blockEntry = z.object({
  kind: z.enum(BLOCK_KINDS),
  value: z.string(),
  websiteId: id,
  domain: z.string(),
  /** Null: the whole website blocks it. */
  widgetId: id.nullable(),
  widgetName: z.string().nullable(),
  /** Of a blocked creative. */
  ad: publisherAd.nullable(),
  createdAt: instant,
});
export type BlockEntry = z.infer<typeof blockEntry>;

/** A website, one of its widgets, or with neither all websites that are not deleted. */
const place = { websiteId: id.optional(), widgetId: id.optional() };

const tags = ['Ads on your websites'];

export const publisherAdsContract = {
  recent: publisherOperation
    .route(get('/publisher/ads', tags, 'Ads shown on your websites, most shown first'))
    .input(z.object({ ...dayRange, websiteId: id.optional(), ...pageQuery }))
    .output(listOf(recentAd, {})),
  reports: publisherOperation
    .route(get('/publisher/ad-reports', tags, 'Ads that visitors reported, last reported first'))
    .input(z.object({ websiteId: id.optional(), handled: z.boolean().optional(), ...pageQuery }))
    .output(listOf(reportedAd, {})),
  markReport: publisherOperation
    .route(
      post(
        '/publisher/ad-reports/mark',
        tags,
        'Mark what was reported about an ad on a website as handled, or open it again',
      ),
    )
    .input(
      z.object({
        creativeId: id,
        websiteId: id,
        handled: z.boolean(),
        /** `lastReportedAt` as it was read: what was reported since stays open. */
        seenAt: instant,
      }),
    )
    .output(data(z.object({ changed: z.number().int() }))),
  blocks: publisherOperation
    .route(get('/publisher/blocks', tags, 'What is blocked, and where'))
    .input(z.object({ ...place, kind: z.enum(BLOCK_KINDS).optional() }))
    .output(
      data(
        z.object({
          items: z.array(blockEntry),
          /** There are more: the newest 2,000 are given. */
          more: z.boolean(),
        }),
      ),
    ),
  block: publisherOperation
    .route(
      post(
        '/publisher/blocks',
        tags,
        'Block on a widget, a website or all of them; what is blocked already stays',
      ),
    )
    .input(
      z.object({
        ...place,
        kind: z.enum(BLOCK_KINDS),
        values: z
          .array(z.string().trim().max(253, issue('domain_invalid')))
          .min(1)
          .max(100),
      }),
    )
    .output(data(z.object({ added: z.number().int() }))),
  unblock: publisherOperation
    .route(post('/publisher/blocks/remove', tags, 'Lift a block on a widget, a website or all of them'))
    .input(z.object({ ...place, kind: z.enum(BLOCK_KINDS), value: z.string().trim().max(253) }))
    .output(data(z.object({ removed: z.number().int() }))),
};
