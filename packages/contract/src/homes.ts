import { CAMPAIGN_LIMITS } from '@placard/domain/campaign/note';
import { ALARM_KINDS } from '@placard/domain/home/alarms';
import {
  ADVERTISER_STEP_KEYS,
  OPERATOR_STEP_KEYS,
  PUBLISHER_STEP_KEYS,
  STEP_STATES,
} from '@placard/domain/home/checklist';
import { z } from 'zod';
import { advertiserOperation, operatorOperation, publisherOperation } from './operation.ts';
import { get } from './route.ts';
import { data, day, id, instant } from './scalars.ts';

/** Things that only a person can end, in the order in which the operator's home lists them. */
export const WAIT_KINDS = [
  'campaign',
  'creative',
  'website',
  'reported_ad',
  'appeal',
  'dispute',
  'deposit',
  'payout_decision',
  'payout_transfer',
  'correction',
  'sign_up',
] as const;
export type WaitKind = (typeof WAIT_KINDS)[number];

/** A newcomer's steps in their order; null for who has arrived. */
const stepsOf = <const Step extends string>(steps: readonly [Step, ...Step[]]) =>
  z.array(z.object({ step: z.enum(steps), state: z.enum(STEP_STATES) })).nullable();

const operatorHome = z.object({
  /** Each kind, also of what does not wait. `more`: there are more than `count`, which is where counting stopped. */
  waits: z.array(
    z.object({
      kind: z.enum(WAIT_KINDS),
      count: z.number().int(),
      more: z.boolean(),
      oldestAt: instant.nullable(),
      /** By when the first of them has to be done; null where nothing says. */
      dueAt: instant.nullable(),
    }),
  ),
  /** When the oldest event that is not settled arrived; null: all is settled. */
  unsettledSince: instant.nullable(),
  /** When the oldest settlement that reports lack was made; null: they have all. */
  unloadedSince: instant.nullable(),
  /** What does not end by itself, the gravest first. */
  alarms: z.array(
    z.object({
      kind: z.enum(ALARM_KINDS),
      /** `stop`: money or ads stand still. `look`: somebody should look today. */
      level: z.enum(['stop', 'look']),
      since: instant.nullable(),
      count: z.number().int().nullable(),
    }),
  ),
  steps: stepsOf(OPERATOR_STEP_KEYS),
});
export type OperatorHome = z.infer<typeof operatorHome>;

/** How many, and the newest of them. */
const rejected = z.object({
  count: z.number().int(),
  items: z.array(z.object({ id, name: z.string(), text: z.string() })),
});

const shownCampaign = z.object({
  id,
  name: z.string(),
  impressions: z.number().int(),
  clicks: z.number().int(),
});

const advertiserHome = z.object({
  currency: z.string(),
  spentToday: z.number(),
  spentThisMonth: z.number(),
  balance: z.number(),
  /** At the mean of the last `of` whole days; `days` and `of` are null where nothing can be foretold. */
  lasts: z.object({
    kind: z.enum(['days', 'too_early', 'idle', 'empty']),
    days: z.number().int().nullable(),
    of: z.number().int().nullable(),
  }),
  rejectedCampaigns: rejected,
  rejectedCreatives: rejected,
  /** Of the `lookedAt` newest of the `active` campaigns. */
  limited: z.object({
    count: z.number().int(),
    items: z.array(z.object({ id, name: z.string(), reason: z.enum(CAMPAIGN_LIMITS) })),
    lookedAt: z.number().int(),
    active: z.number().int(),
  }),
  /** By click rate over the last 7 days, of campaigns that were shown often enough. */
  best: shownCampaign.nullable(),
  worst: shownCampaign.nullable(),
  steps: stepsOf(ADVERTISER_STEP_KEYS),
  newestCampaignId: id.nullable(),
});
export type AdvertiserHome = z.infer<typeof advertiserHome>;

const publisherHome = z.object({
  currency: z.string(),
  today: z.number(),
  yesterday: z.number(),
  /** With today. */
  last7Days: z.number(),
  thisMonth: z.number(),
  payout: z.object({
    /** When the running month is closed. */
    date: day,
    /** Available then by what the books hold now. */
    amount: z.number(),
    /** To the smallest payout. */
    missing: z.number(),
    minPayout: z.number(),
    /** Requested by itself on that day. */
    automatic: z.boolean(),
  }),
  /** Active widgets of active websites, older than 7 days, that nobody has viewed for as long. */
  quietWidgets: z.object({
    count: z.number().int(),
    more: z.boolean(),
    items: z.array(
      z.object({ id, websiteId: id, name: z.string(), domain: z.string(), seenAt: instant.nullable() }),
    ),
  }),
  /** Active websites by what their ads.txt says of us, and some of those that lack our line. */
  adsTxt: z.object({
    ok: z.number().int(),
    missingLine: z.number().int(),
    unknown: z.number().int(),
    missing: z.array(z.object({ websiteId: id, domain: z.string() })),
  }),
  steps: stepsOf(PUBLISHER_STEP_KEYS),
  newestWebsiteId: id.nullable(),
});
export type PublisherHome = z.infer<typeof publisherHome>;

export const homesContract = {
  advertiser: advertiserOperation
    .route(
      get(
        '/advertiser/home',
        ['Reports'],
        'Spend, how long the balance lasts, what wants mending, first steps',
      ),
    )
    .output(data(advertiserHome)),
  publisher: publisherOperation
    .route(get('/publisher/home', ['Reports'], 'Earnings, the next payout, what wants a look, first steps'))
    .output(data(publisherHome)),
  operator: operatorOperation
    .route(get('/operator/home', ['Operator'], 'What waits with its age, how far settlement is, and alarms'))
    .output(data(operatorHome)),
};
