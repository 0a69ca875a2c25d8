import { AD_CATEGORY_CODES } from '@placard/domain/campaign/ad-categories';
import { CAMPAIGN_LIMITS } from '@placard/domain/campaign/note';
import { OBJECTIVES } from '@placard/domain/campaign/rules';
import { CAMPAIGN_STATUSES } from '@placard/domain/campaign/status';
import { DEVICES, isCountryCode, isLanguageCode } from '@placard/domain/targeting/places';
import { z } from 'zod';
import { advertiserCreation, advertiserOperation } from './operation.ts';
import { get, post, put, remove } from './route.ts';
import {
  budget,
  data,
  day,
  description,
  done,
  id,
  idList,
  instant,
  issue,
  listOf,
  listQuery,
  pageQuery,
  price,
  searchText,
  shortName,
  timeOfDay,
  version,
} from './scalars.ts';

/** What the advertiser may do with a campaign now; derived from the status table on the server. */
export const CAMPAIGN_USER_ACTIONS = [
  'publish',
  'activate',
  'pause',
  'edit',
  'duplicate',
  'cancel',
  'archive',
] as const;

/** Fields of the wizard's step 1. Budgets in dollars, days in the account's time zone, both included. */
export const campaignFields = z.object({
  name: shortName,
  objective: z.enum(OBJECTIVES, issue('objective_required')),
  /** What is advertised; publishers may block by it. */
  category: z.enum(AD_CATEGORY_CODES, issue('category_unknown')).nullable().default(null),
  description: description.default(''),
  totalBudget: budget,
  dailyBudget: budget.nullable(),
  startDate: day,
  endDate: day.nullable(),
});

/** What can be edited in the list itself. */
export const campaignNameAndBudgets = campaignFields.pick({
  name: true,
  totalBudget: true,
  dailyBudget: true,
});

/** Fields of step 2. Empty budgets become the campaign's. `startTime` = `endTime` means all day. */
export const adSetFields = z.object({
  name: shortName,
  description: description.default(''),
  totalBudget: budget.nullable(),
  dailyBudget: budget.nullable(),
  locations: z
    .array(z.string().refine(isCountryCode, issue('country_unknown')))
    .max(250)
    .default([]),
  devices: z
    .array(z.enum(DEVICES))
    .min(1, issue('device_required'))
    .max(DEVICES.length)
    .default([...DEVICES]),
  languages: z
    .array(z.string().refine(isLanguageCode, issue('language_unknown')))
    .max(50, issue('languages_too_many'))
    .default([]),
  startTime: timeOfDay.default('00:00'),
  endTime: timeOfDay.default('00:00'),
  /** 1 = Monday … 7 = Sunday. */
  daysOfWeek: z
    .array(z.number().int().min(1).max(7))
    .min(1, issue('day_required'))
    .max(7)
    .default([1, 2, 3, 4, 5, 6, 7]),
  /** Dollars per 1,000 viewable impressions or per click, by the objective; null = the operator's rate card. */
  bid: price.nullable().default(null),
  frequencyCapPerDay: z
    .int(issue('frequency_cap_invalid'))
    .min(1, issue('frequency_cap_invalid'))
    .max(1_000, issue('frequency_cap_invalid'))
    .nullable()
    .default(null),
});

/** Of a new one no budget, or no end, need be given; an edit names them, so that none is lifted by being forgotten. */
const newCampaign = campaignFields.extend({
  dailyBudget: budget.nullable().default(null),
  endDate: day.nullable().default(null),
});
const newAdSet = adSetFields.extend({
  totalBudget: budget.nullable().default(null),
  dailyBudget: budget.nullable().default(null),
});

export const adSet = z.object({
  ...adSetFields.shape,
  name: z.string(),
  description: z.string(),
  id,
  campaignId: id,
  totalBudget: z.number(),
  spent: z.number(),
  spentToday: z.number(),
  creativeCount: z.number().int(),
  archived: z.boolean(),
  createdAt: instant,
  version,
});
export type AdSet = z.infer<typeof adSet>;

export const campaignRow = z.object({
  id,
  name: z.string(),
  objective: z.enum(OBJECTIVES),
  status: z.enum(CAMPAIGN_STATUSES),
  /** Shown beside `active`: starts in the future, or something keeps it from serving. */
  note: z.enum(['scheduled', 'limited']).nullable(),
  noteReason: z.enum(CAMPAIGN_LIMITS).nullable(),
  totalBudget: z.number(),
  dailyBudget: z.number().nullable(),
  spent: z.number(),
  startDate: day,
  endDate: day.nullable(),
  createdAt: instant,
  submitted: z.boolean(),
  approved: z.boolean(),
  rejection: z.object({ code: z.string(), text: z.string() }).nullable(),
  adSetCount: z.number().int(),
  creativeCount: z.number().int(),
  actions: z.array(z.enum(CAMPAIGN_USER_ACTIONS)),
  version,
});
export type CampaignRow = z.infer<typeof campaignRow>;

export const campaign = z.object({
  ...campaignRow.shape,
  category: z.enum(AD_CATEGORY_CODES).nullable(),
  description: z.string(),
  analyticsKey: z.string(),
  analyticsSeenAt: instant.nullable(),
  adSets: z.array(adSet),
});
export type Campaign = z.infer<typeof campaign>;

export const CAMPAIGN_SORTS = ['name', 'status', 'totalBudget', 'createdAt', 'startDate', 'endDate'] as const;

export const campaignListQuery = z.object({
  ...listQuery(CAMPAIGN_SORTS),
  status: z.enum(CAMPAIGN_STATUSES).optional(),
  startFrom: day.optional(),
  startTo: day.optional(),
  createdFrom: day.optional(),
  createdTo: day.optional(),
});

export const adSetChoiceQuery = z.object({
  ...pageQuery,
  /** A part of the name of the ad set or its campaign, or the id of either. */
  search: searchText.optional(),
  campaignId: id.optional(),
  /** Of these alone. */
  ids: idList.optional(),
  /** Leaves out those that this creative is assigned to already. */
  withoutCreativeId: id.optional(),
});

/** How many creatives are named of each ad set to choose from. */
export const CREATIVES_NAMED = 10;

export const adSetChoice = z.object({
  id,
  name: z.string(),
  campaignId: id,
  campaignName: z.string(),
  campaignStatus: z.enum(CAMPAIGN_STATUSES),
  /** The first that are assigned to it already: assigning another makes the wizard warn. */
  creatives: z.array(z.object({ id, name: z.string() })).max(CREATIVES_NAMED),
  moreCreatives: z.boolean(),
});
export type AdSetChoice = z.infer<typeof adSetChoice>;

/** A half-filled wizard: kept as typed, checked only when it is submitted. */
const draftContent = z.object({
  campaign: z.record(z.string(), z.unknown()),
  adSet: z.record(z.string(), z.unknown()),
});
const draftDay = z.union([z.literal(''), day], issue('date_out_of_range')).optional();

/** What is saved of it. A day is one or empty: while its year is typed, a date field holds one of the first century. */
export const draftInput = draftContent.extend({
  campaign: z.object({ startDate: draftDay, endDate: draftDay }).catchall(z.unknown()),
});

const draft = z.object({
  step: z.enum(['setting', 'target']),
  content: draftContent,
  updatedAt: instant,
  version,
});

const tags = ['Campaigns'];

export const campaignsContract = {
  list: advertiserOperation
    .route(get('/advertiser/campaigns', tags, 'Campaigns, filtered and sorted'))
    .input(campaignListQuery)
    .output(
      listOf(campaignRow, {
        stats: z.object({ total: z.number().int(), active: z.number().int(), totalBudget: z.number() }),
      }),
    ),
  canCreate: advertiserOperation
    .route(get('/advertiser/campaigns/can-create', tags, 'Whether a campaign may be created now'))
    .output(data(z.object({ allowed: z.boolean(), reason: z.string().nullable() }))),
  get: advertiserOperation
    .route(get('/advertiser/campaigns/{id}', tags, 'One campaign with its ad sets'))
    .input(z.object({ id }))
    .output(data(campaign)),
  create: advertiserCreation
    .route(post('/advertiser/campaigns', tags, 'Create a campaign and its first ad set'))
    .input(
      z.object({
        campaign: newCampaign,
        adSet: newAdSet,
        /** Made up for these words: a repeated press answers with the campaign of the first, other words are refused. */
        requestKey: z.string().min(8).max(100),
      }),
    )
    .output(data(z.object({ campaignId: id, adSetId: id }))),
  update: advertiserOperation
    .route(put('/advertiser/campaigns/{id}', tags, 'Edit a campaign; an active one is paused'))
    .input(campaignFields.omit({ objective: true }).extend({ id, version }))
    .output(data(campaign)),
  updateNameAndBudgets: advertiserOperation
    .route(
      put(
        '/advertiser/campaigns/{id}/name-and-budgets',
        tags,
        'Edit what the list shows of a campaign; an active one is paused',
      ),
    )
    .input(campaignNameAndBudgets.extend({ id, version }))
    .output(data(campaign)),
  act: advertiserOperation
    .route(post('/advertiser/campaigns/{id}/actions', tags, 'Publish, activate, pause, cancel or archive'))
    .input(z.object({ id, action: z.enum(['publish', 'activate', 'pause', 'cancel', 'archive']) }))
    .output(data(campaign)),
  duplicate: advertiserCreation
    .route(
      post(
        '/advertiser/campaigns/{id}/duplicate',
        tags,
        'Copy with its ad sets and their creatives, paused; days that have passed are moved or left out',
      ),
    )
    .input(z.object({ id }))
    .output(data(campaign)),
  getDraft: advertiserOperation
    .route(get('/advertiser/campaign-draft', tags, 'The unfinished campaign, if there is one'))
    .output(data(draft.nullable())),
  saveDraft: advertiserOperation
    .route(put('/advertiser/campaign-draft', tags, 'Keep the unfinished campaign'))
    .input(z.object({ step: z.enum(['setting', 'target']), content: draftInput }))
    .output(data(draft)),
  discardDraft: advertiserOperation
    .route(remove('/advertiser/campaign-draft', tags, 'Start over'))
    .output(done),
  createAdSet: advertiserCreation
    .route(post('/advertiser/campaigns/{campaignId}/ad-sets', tags, 'Add an ad set'))
    .input(newAdSet.extend({ campaignId: id }))
    .output(data(adSet)),
  updateAdSet: advertiserOperation
    .route(put('/advertiser/ad-sets/{id}', tags, 'Edit an ad set; an active campaign is paused'))
    .input(adSetFields.extend({ id, version }))
    .output(data(adSet)),
  duplicateAdSet: advertiserCreation
    .route(post('/advertiser/ad-sets/{id}/duplicate', tags, 'Copy an ad set'))
    .input(z.object({ id }))
    .output(data(adSet)),
  archiveAdSet: advertiserOperation
    .route(post('/advertiser/ad-sets/{id}/archive', tags, 'Archive an ad set for good'))
    .input(z.object({ id }))
    .output(done),
  adSetChoices: advertiserOperation
    .route(get('/advertiser/ad-sets', tags, 'Ad sets that a creative may be assigned to, newest first'))
    .input(adSetChoiceQuery)
    .output(listOf(adSetChoice, {})),
};
