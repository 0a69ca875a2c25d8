import {
  MAX_WITHHOLDING_BP,
  MAX_WITHHOLDING_RATES,
  WITHHOLDING_LEVELS,
} from '@placard/domain/payout/withholding';
import { z } from 'zod';
import { country } from './billing-details.ts';
import { operatorOperation, operatorStepUpOperation, publisherPaymentOperation } from './operation.ts';
import { get, post, remove } from './route.ts';
import { calendarYear, csvFile, data, day, done, id, instant, issue, moneyReason } from './scalars.ts';

const MOST_PERCENT = MAX_WITHHOLDING_BP / 100;

const percent = z
  .number()
  .min(0, issue('withholding_invalid'))
  .max(MOST_PERCENT, issue('withholding_invalid'))
  .multipleOf(0.01, issue('withholding_invalid'));

/** Both days in the network's time zone, and both within. */
const days = { fromDay: day, lastDay: day.nullable() };

const held = z.object({
  ...days,
  from: instant,
  /** The first instant it no longer holds; null: for good. */
  until: instant.nullable(),
  withholdingPercent: z.number(),
});

const withholdingRate = held.extend({
  id,
  /** Null: of the publisher, or of the whole network. */
  country: z.string().nullable(),
  reason: z.string(),
  createdAt: instant,
  createdBy: z.string(),
  /** It has not begun: it can be removed. */
  removable: z.boolean(),
});
export type WithholdingRateRow = z.infer<typeof withholdingRate>;

/** What holds at an instant, and where it comes from. */
const present = z.object({ withholdingPercent: z.number(), withholdingLevel: z.enum(WITHHOLDING_LEVELS) });
export type CurrentWithholding = z.infer<typeof present>;

export const newWithholdingRate = z
  .object({
    /** Null, and no country: of the whole network. */
    publisherId: id.nullable(),
    country: country.nullable(),
    withholdingPercent: percent,
    ...days,
    reason: moneyReason,
  })
  .superRefine((value, context) => {
    const add = (path: string, message: string) =>
      context.addIssue({ code: 'custom', path: [path], message });
    if (value.lastDay !== null && value.lastDay < value.fromDay)
      add('lastDay', issue('end_date_before_start'));
    if (value.publisherId !== null && value.country !== null) add('country', issue('withholding_of_both'));
  });

export const withholdingRateEnd = z.object({ id, lastDay: day });

/** What was withheld of a publisher's payouts in a year of the network's, at one rate. */
const withheldYear = z.object({
  publisher: z.object({ id, name: z.string(), email: z.string() }),
  /** Where they were taxed when they asked to be paid; null: not known. */
  country: z.string().nullable(),
  /** As their billing details say now; empty: none. */
  vatNumber: z.string(),
  registrationNumber: z.string(),
  isBusiness: z.boolean().nullable(),
  withholdingPercent: z.number(),
  payouts: z.number().int(),
  amount: z.number(),
  withheld: z.number(),
  net: z.number(),
});
export type WithheldYear = z.infer<typeof withheldYear>;

/** More publishers of whom something is withheld are in the CSV alone. */
export const WITHHELD_LISTED = 500;

const tags = ['Operator'];
const RATES = '/operator/withholding-rates';
const REPORT = '/operator/withheld';

/** Tax that is withheld of payouts: rates by date, and what was withheld. */
export const withholdingContract = {
  list: operatorOperation
    .route(
      get(
        RATES,
        tags,
        "Rates of withholding of a publisher, or the network's and its countries'; newest first",
      ),
    )
    .input(z.object({ publisherId: id.optional() }))
    .output(
      data(
        z.object({
          items: z.array(withholdingRate).max(MAX_WITHHOLDING_RATES),
          /** Of the publisher, or of a publisher without a country, now. */
          present,
        }),
      ),
    ),
  create: operatorStepUpOperation
    .route(
      post(
        RATES,
        tags,
        'Withhold tax of payouts asked for from a day to come; those before stay as they are',
      ),
    )
    .input(newWithholdingRate)
    .output(data(withholdingRate)),
  end: operatorStepUpOperation
    .route(post(`${RATES}/{id}/end`, tags, 'End a rate of withholding with a day, which still belongs to it'))
    .input(withholdingRateEnd)
    .output(data(withholdingRate)),
  remove: operatorStepUpOperation
    .route(remove(`${RATES}/{id}`, tags, 'Remove a rate of withholding that has not begun'))
    .input(z.object({ id }))
    .output(done),
  report: operatorOperation
    .route(
      get(REPORT, tags, 'Tax withheld of payouts that were paid in a year, by publisher, country and rate'),
    )
    .input(z.object({ year: calendarYear }))
    .output(
      data(
        z.object({
          currency: z.string(),
          /** The largest first, at most 500. */
          items: z.array(withheldYear).max(WITHHELD_LISTED),
          sums: z.object({
            payouts: z.number().int(),
            amount: z.number(),
            withheld: z.number(),
            net: z.number(),
          }),
        }),
      ),
    ),
  exportReport: operatorOperation
    .route(
      get(
        `${REPORT}/csv`,
        tags,
        'All of a year’s withheld tax by publisher, country and rate, as CSV; audited',
      ),
    )
    .input(z.object({ year: calendarYear }))
    .output(csvFile),
  own: publisherPaymentOperation
    .route(
      get(
        '/publisher/payment/withholding',
        ['Payment'],
        'Tax that is withheld of your withdrawals, now and to come',
      ),
    )
    .output(
      data(
        z.object({
          present,
          /** Of yours, your country's or the network's, what is to come; soonest first. */
          items: z
            .array(held.extend({ withholdingLevel: z.enum(WITHHOLDING_LEVELS) }))
            .max(2 * MAX_WITHHOLDING_RATES),
        }),
      ),
    ),
};
