import { FREQUENCY_STEPS } from '@placard/domain/analytics/reach';
import { z } from 'zod';
import { advertiserOperation, publisherOperation } from './operation.ts';
import { get } from './route.ts';
import { data, day, dayRange, id, instant } from './scalars.ts';

/**
 * How many different viewers were shown something, and how often. Viewers are known for one day of UTC, so days are those of UTC, and over
 * several days only viewer days can be told: the sum of the days' viewers.
 */
const ADVERTISER_REACH_KEYS = ['date', 'campaign', 'adSet', 'creative'] as const;
const PUBLISHER_REACH_KEYS = ['date', 'website', 'widget'] as const;

const figures = {
  viewerDays: z.number().int(),
  impressions: z.number().int(),
  /** Impressions a viewer and day; null where there was nobody. */
  frequency: z.number().nullable(),
};

const reach = z.object({
  from: day,
  to: day,
  /** When the open days were counted last; null: not yet. */
  countedAt: instant.nullable(),
  errorShare: z.number(),
  ...figures,
  /** Viewer days by how often the viewer was shown something on the day: from so many times up to the next step. */
  distribution: z.array(
    z.object({
      times: z.union(FREQUENCY_STEPS.map((step) => z.literal(step))),
      viewerDays: z.number().int(),
    }),
  ),
  rows: z.array(z.object({ key: z.string(), label: z.string(), ...figures })),
});
export type Reach = z.infer<typeof reach>;

/** Days in their order, anything else by viewer days, the most first. */
const limit = z.number().int().min(1).max(1_000).default(100);

export const advertiserReachQuery = z.object({
  ...dayRange,
  by: z.enum(ADVERTISER_REACH_KEYS).default('date'),
  campaignId: id.optional(),
  limit,
});
export const publisherReachQuery = z.object({
  ...dayRange,
  by: z.enum(PUBLISHER_REACH_KEYS).default('date'),
  websiteId: id.optional(),
  limit,
});

export const reachContract = {
  advertiser: advertiserOperation
    .route(
      get(
        '/advertiser/reach',
        ['Reports'],
        'How many viewers saw ads of the account or of a campaign, and how often',
      ),
    )
    .input(advertiserReachQuery)
    .output(data(reach)),
  publisher: publisherOperation
    .route(
      get(
        '/publisher/reach',
        ['Reports'],
        'How many viewers saw ads on the websites of the account, and how often',
      ),
    )
    .input(publisherReachQuery)
    .output(data(reach)),
};
