import { OBJECTIVES } from '@placard/domain/campaign/rules';
import { z } from 'zod';
import { adSetFields } from './campaigns.ts';
import { advertiserOperation } from './operation.ts';
import { get, post } from './route.ts';
import { adSize, budget, data, day, dayRange, id, idList, instant, logOf, logQuery } from './scalars.ts';

const activity = z.object({
  id: z.string(),
  at: instant,
  /** A person's own name to themselves; others by what they are: 'Operator', 'System'. */
  actor: z.string(),
  actorKind: z.enum(['advertiser', 'operator', 'system', 'publisher', 'visitor']),
  /** `campaign.edit`, `ad_set.create`, `creative.assign`. */
  action: z.string(),
  subject: z.object({ kind: z.enum(['campaign', 'ad_set', 'creative']), id, name: z.string() }),
  /** `{ field: { before, after } }` or plain facts; dollars, days and codes as the API has them. */
  detail: z.record(z.string(), z.unknown()),
});
export type CampaignActivity = z.infer<typeof activity>;

const campaignFigures = z.object({
  id,
  impressions: z.number().int(),
  /** Parts of a whole, 0.0123 = 1.23 %; null where they would divide by nothing. */
  viewableRate: z.number().nullable(),
  clicks: z.number().int(),
  ctr: z.number().nullable(),
  spend: z.number(),
  /** Today against the plan so far, in dollars; null unless the campaign is active and may run today. */
  pacing: z.object({ spentToday: z.number(), plannedSoFar: z.number(), plannedToday: z.number() }).nullable(),
});
export type CampaignFigures = z.infer<typeof campaignFigures>;

/** An ad set as it is being typed: what is not there yet is null. */
export const reachQuestion = z.object({
  ...adSetFields.pick({
    locations: true,
    devices: true,
    languages: true,
    startTime: true,
    endTime: true,
    daysOfWeek: true,
    bid: true,
  }).shape,
  objective: z.enum(OBJECTIVES),
  totalBudget: budget.nullable(),
  dailyBudget: budget.nullable(),
  startDate: day,
  endDate: day.nullable(),
  /** Sizes of the creatives; none = any size. */
  sizes: z.array(adSize).max(50).default([]),
  /** An existing ad set: the sizes of its creatives are looked up. */
  adSetId: id.nullable().default(null),
});

/** Counts a day on which the ad set runs, rounded to two digits. */
const reachEstimate = z.object({
  /** `no_data`: no widget of the network has asked for an ad in the days looked at. */
  basis: z.enum(['measured', 'no_data']),
  /** Whole UTC days looked at, both included. */
  from: day,
  to: day,
  /** Widget views that fit the targeting, the hours and the sizes. */
  views: z.number().int(),
  /** What eight of ten such days are expected to bring: one of ten less, one of ten more. */
  viewsOfMostDays: z.object({ low: z.number().int(), high: z.number().int() }),
  websites: z.number().int(),
  widgets: z.number().int(),
  /** What the budget buys; null while there is no budget. Clicks for TRAFFIC only. */
  affordable: z
    .object({ budgetPerDay: z.number(), viewables: z.number().int(), clicks: z.number().int().nullable() })
    .nullable(),
  limitedBy: z.enum(['budget', 'traffic']).nullable(),
  /** Dollars per click or per 1,000 viewable impressions: what applies where the bid is left empty. */
  networkRate: z.number(),
  /** What the network asks for at least where it could be shown, in the same kind of price; null: any bid will do. */
  minimumBid: z.object({ low: z.number(), high: z.number() }).nullable(),
  /** What the middle half of at least five other accounts paid for that in 30 days, in coarse steps; null for fewer. */
  typicalPrice: z.object({ low: z.number(), high: z.number() }).nullable(),
  /** Which languages visitors read is not counted for views: the estimate is one for any language. */
  languagesIgnored: z.boolean(),
});
export type ReachEstimate = z.infer<typeof reachEstimate>;

const tags = ['Campaigns'];

/** What is known about campaigns beyond what they are; joined with campaigns.ts in contract.ts. */
export const campaignInsightContract = {
  activity: advertiserOperation
    .route(get('/advertiser/campaigns/{id}/activity', tags, 'Who changed what'))
    .input(
      z.object({
        id,
        ...logQuery(25),
      }),
    )
    .output(logOf(activity, {})),
  figures: advertiserOperation
    .route(
      get('/advertiser/campaigns/figures', tags, 'Figures of some campaigns within days, and how today goes'),
    )
    .input(
      z.object({
        ids: idList,
        ...dayRange,
      }),
    )
    .output(data(z.object({ items: z.array(campaignFigures) }))),
  estimateReach: advertiserOperation
    .route(post('/advertiser/reach-estimate', tags, 'What an ad set could reach a day; writes nothing'))
    .input(reachQuestion)
    .output(data(reachEstimate)),
};
