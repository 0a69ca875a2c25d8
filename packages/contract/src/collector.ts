import { TIME_GRAINS } from '@placard/domain/analytics/metrics';
import { FILTER_REASON_KEYS } from '@placard/domain/filter-reason';
import { DEVICES } from '@placard/domain/targeting/places';
import { z } from 'zod';
import { advertiserOperation, publisherOperation } from './operation.ts';
import { get } from './route.ts';
import { data, day, dayRange, id, instant } from './scalars.ts';

/**
 * The analytics code of websites and campaigns, and what it counts on websites. What it counts for campaigns
 * (visits, conversions, their value) are metrics of the advertiser's report.
 */

/** What the live check may have to say; `detail` is the other domain or currency where there is one. */
export const CODE_PROBLEMS = [
  'wrong_site',
  'other_currency',
  'other_campaign',
  'late_conversion',
  'click_not_counted',
] as const;

const check = z.object({
  /** `null` while the code was never seen. */
  firstSeenAt: instant.nullable(),
  lastSeenAt: instant.nullable(),
  /** Calls of the code in the last 60 minutes, filtered ones too. */
  hitsLastHour: z.number().int(),
  /** The newest first, each kind once. */
  problems: z.array(
    z.object({
      problem: z.enum(CODE_PROBLEMS),
      detail: z.string(),
      count: z.number().int(),
      firstAt: instant,
      lastAt: instant,
    }),
  ),
});
export type CodeCheck = z.infer<typeof check>;

/** How it is known that the website is the publisher's: its own page carried the code, or its ads.txt our line. */
export const ownership = z.object({ how: z.enum(['analytics_code', 'ads_txt']), at: instant });
export type Ownership = z.infer<typeof ownership>;

const websiteCode = z.object({
  websiteId: id,
  domain: z.string(),
  /** For the head of every page. */
  snippet: z.string(),
  check,
  /** Page views of the last 30 days that were counted. */
  viewsLast30Days: z.number().int(),
  ownership: ownership.nullable(),
});
export type WebsiteCode = z.infer<typeof websiteCode>;

const campaignCode = z.object({
  campaignId: id,
  /** Currency in which a conversion's value is counted. */
  currency: z.string(),
  /** For the head of every page of the advertised site. */
  snippet: z.string(),
  /** An example of the call on the page that follows a purchase or sign-up. */
  conversionSnippet: z.string(),
  /** Parameter of the landing address that carries the click's id. */
  clickParameter: z.string(),
  conversionWindowDays: z.number().int(),
  check,
  /** Since the campaign began. */
  visits: z.number().int(),
  conversions: z.object({
    counted: z.number().int(),
    /** Of visitors who came by no ad of this network. */
    unattributed: z.number().int(),
    /** Repeats, of filtered clicks, bots and the like. */
    filtered: z.number().int(),
    lastAt: instant.nullable(),
  }),
});
export type CampaignCode = z.infer<typeof campaignCode>;

const figures = { views: z.number().int(), visitors: z.number().int() };
const point = z.object({ at: z.string(), ...figures });

export const websiteStatsQuery = z.object({
  ...dayRange,
  /** One website; without it all of the publisher's together. */
  websiteId: id.optional(),
  grain: z.enum(TIME_GRAINS).default('day'),
  compare: z.enum(['previous']).optional(),
  // Narrow everything down to one value each.
  path: z.string().max(1_024).optional(),
  /** Host; '' = typed in or unknown. */
  referrer: z.string().max(253).optional(),
  country: z
    .string()
    .regex(/^([A-Z]{2})?$/)
    .optional(),
  device: z.enum(['unknown', ...DEVICES]).optional(),
  /** Rows of each table. */
  limit: z.number().int().min(1).max(1_000).default(20),
});

export const websiteStats = z.object({
  timeZone: z.string(),
  from: day,
  to: day,
  /** Page views up to about this moment are in it. */
  updatedAt: instant,
  /** Whether any of the websites has ever been heard of. */
  everSeen: z.boolean(),
  totals: z.object(figures),
  previousTotals: z.object(figures).nullable(),
  /** One point a bucket of the grain, gaps filled with zeros; `at` as in reports. */
  series: z.array(point),
  previousSeries: z.array(point).nullable(),
  // Each the most viewed first.
  pages: z.array(z.object({ websiteId: id, domain: z.string(), path: z.string(), ...figures })),
  /** `referrer` '' = typed in, a bookmark, or not told. */
  referrers: z.array(z.object({ referrer: z.string(), ...figures })),
  /** `country` '' = unknown. */
  countries: z.array(z.object({ country: z.string(), label: z.string(), ...figures })),
  devices: z.array(z.object({ device: z.string(), ...figures })),
  websites: z.array(z.object({ websiteId: id, domain: z.string(), ...figures })),
  /** Page views that were not counted, by reason (keys of the filter reasons). */
  filtered: z.array(z.object({ reason: z.enum(FILTER_REASON_KEYS), count: z.number().int() })),
});
export type WebsiteStats = z.infer<typeof websiteStats>;

const tags = ['Analytics code'];

export const collectorContract = {
  websiteCode: publisherOperation
    .route(
      get(
        '/publisher/websites/{id}/analytics-code',
        tags,
        'The analytics code of a website, and whether it was seen',
      ),
    )
    .input(z.object({ id }))
    .output(data(websiteCode)),
  campaignCode: advertiserOperation
    .route(
      get(
        '/advertiser/campaigns/{id}/analytics-code',
        tags,
        'The analytics code of a campaign, and whether it was seen',
      ),
    )
    .input(z.object({ id }))
    .output(data(campaignCode)),
  websiteStats: publisherOperation
    .route(get('/publisher/stats', ['Reports'], 'Page views and visitors of the own websites'))
    .input(websiteStatsQuery)
    .output(data(websiteStats)),
};
