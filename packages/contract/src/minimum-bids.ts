import {
  cardIssues,
  MAX_BID_CARDS,
  MAX_COUNTRY_TIERS,
  MAX_MINIMUM_BID_DOLLARS,
  MAX_MINIMUMS,
  type MinimumBidCard,
  TIER_NAME_LENGTH,
} from '@placard/domain/decision/minimum-bids';
import { microsFromDollars } from '@placard/domain/micros';
import { COUNTRY_CODES, isCountryCode } from '@placard/domain/targeting/places';
import { WIDGET_TYPES } from '@placard/domain/widget/rules';
import { z } from 'zod';
import { issueWith } from './issue-messages.ts';
import { operatorOperation, operatorStepUpOperation } from './operation.ts';
import { get, post, remove } from './route.ts';
import { data, day, dollars, done, id, instant, issue, moneyReason, nameOf } from './scalars.ts';

const tier = z.object({
  name: nameOf(TIER_NAME_LENGTH),
  /** Two letters each. */
  countries: z
    .array(z.string().refine(isCountryCode, issue('country_unknown')))
    .min(1, issue('countries_required'))
    .max(COUNTRY_CODES.length),
});

const amount = dollars.nullable();
const minimum = z.object({
  widgetType: z.enum(WIDGET_TYPES),
  /** Place in `tiers`; their number: all other countries. */
  tier: z.number().int().min(0).max(MAX_COUNTRY_TIERS),
  /** Dollars per 1,000 viewable impressions; null: any bid. */
  minCpm: amount,
  /** Dollars per click; null: any bid. */
  minCpc: amount,
});

const card = {
  tiers: z.array(tier).max(MAX_COUNTRY_TIERS),
  minimums: z.array(minimum).max(MAX_MINIMUMS),
};
export type CardFields = z.infer<z.ZodObject<typeof card>>;

/** In micros. What is no exact amount is none: the schema has said so of it. */
export function cardOf({ tiers, minimums }: CardFields): MinimumBidCard {
  return {
    tiers,
    minimums: minimums.map(({ widgetType, tier: place, minCpm, minCpc }) => ({
      widgetType,
      tier: place,
      cpmMicros: microsOf(minCpm),
      cpcMicros: microsOf(minCpc),
    })),
  };
}

function microsOf(amountInDollars: number | null): number | null {
  const micros = amountInDollars === null ? null : microsFromDollars(amountInDollars);
  return micros === null ? null : Number(micros);
}

export const newBidCard = z
  .object({
    ...card,
    /** A day of UTC that has not begun; null: at once. */
    fromUtcDay: day.nullable(),
    reason: moneyReason,
    /** The newest card as the caller saw the list; null: there was none. Another one since is told, not written over. */
    lastCardId: id.nullable(),
  })
  .superRefine((input, context) => {
    for (const { field, code } of cardIssues(cardOf(input))) {
      const path = field.split('.').map((part) => (/^\d+$/.test(part) ? Number(part) : part));
      const message =
        code === 'minimum_too_high'
          ? issueWith('number_at_most', String(MAX_MINIMUM_BID_DOLLARS))
          : issue(code);
      context.addIssue({ code: 'custom', path, message });
    }
  });

const bidCard = z.object({
  id,
  ...card,
  from: instant,
  /** The first instant it no longer holds; null: no other one is to come. */
  until: instant.nullable(),
  /** It has not begun: it can be removed. */
  removable: z.boolean(),
  reason: z.string(),
  createdAt: instant,
  createdBy: z.string(),
});
export type BidCard = z.infer<typeof bidCard>;

const tags = ['Operator'];
const PATH = '/operator/minimum-bids';

/** Least bids by type of widget and tier of countries, by date. */
export const minimumBidsContract = {
  list: operatorOperation.route(get(PATH, tags, 'Cards of minimum bids; those that begin last first')).output(
    data(
      z.object({
        items: z.array(bidCard).max(MAX_BID_CARDS),
        /** The one that was made last; null: there is none. */
        lastCardId: id.nullable(),
      }),
    ),
  ),
  create: operatorStepUpOperation
    .route(
      post(PATH, tags, 'Set the minimum bids, at once or from a day of UTC to come; decided prices stay'),
    )
    .input(newBidCard)
    .output(data(bidCard)),
  remove: operatorStepUpOperation
    .route(remove(`${PATH}/{id}`, tags, 'Remove a card of minimum bids that has not begun'))
    .input(z.object({ id }))
    .output(done),
};
