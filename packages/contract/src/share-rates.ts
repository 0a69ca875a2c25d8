import { MAX_SHARE_RATES, SHARE_LEVELS } from '@placard/domain/ledger/share-rate';
import { z } from 'zod';
import { operatorOperation, operatorStepUpOperation, publisherPaymentOperation } from './operation.ts';
import { get, post, remove } from './route.ts';
import { data, day, done, id, instant, issue, moneyReason } from './scalars.ts';

const percent = z
  .number()
  .min(0, issue('percent_invalid'))
  .max(100, issue('percent_invalid'))
  .multipleOf(0.01, issue('percent_invalid'));

/** Both days in the network's time zone, and both within. */
const days = { fromDay: day, lastDay: day.nullable() };

const held = z.object({
  ...days,
  from: instant,
  /** The first instant it no longer holds; null: for good. */
  until: instant.nullable(),
  sharePercent: z.number(),
});

const shareRate = held.extend({
  id,
  /** Null: of the publisher, or of the network. */
  website: z.object({ id, domain: z.string() }).nullable(),
  reason: z.string(),
  createdAt: instant,
  createdBy: z.string(),
  /** It has not begun: it can be removed. */
  removable: z.boolean(),
});
export type ShareRateRow = z.infer<typeof shareRate>;

/** What holds at an instant, and where it comes from. */
const present = z.object({
  sharePercent: z.number(),
  shareLevel: z.enum(SHARE_LEVELS),
});
export type CurrentShare = z.infer<typeof present>;

export const newShareRate = z
  .object({
    /** Null, and no website: of the whole network. */
    publisherId: id.nullable(),
    websiteId: id.nullable(),
    sharePercent: percent,
    ...days,
    reason: moneyReason,
  })
  .superRefine(({ fromDay, lastDay }, context) => {
    if (lastDay === null || lastDay >= fromDay) return;
    context.addIssue({ code: 'custom', path: ['lastDay'], message: issue('end_date_before_start') });
  });

export const shareRateEnd = z.object({ id, lastDay: day });

const tags = ['Operator'];
const PATH = '/operator/share-rates';

/** Revenue shares by date: of the network, of a publisher, of a website. */
export const shareRatesContract = {
  list: operatorOperation
    .route(get(PATH, tags, "Revenue shares of a publisher and its websites, or the network's; newest first"))
    .input(z.object({ publisherId: id.optional() }))
    .output(
      data(
        z.object({
          items: z.array(shareRate).max(MAX_SHARE_RATES),
          /** Of the publisher, or of the network, now. */
          present,
        }),
      ),
    ),
  create: operatorStepUpOperation
    .route(post(PATH, tags, 'Set a revenue share from a day to come; what was decided before keeps its own'))
    .input(newShareRate)
    .output(data(shareRate)),
  end: operatorStepUpOperation
    .route(post(`${PATH}/{id}/end`, tags, 'End a revenue share with a day, which still belongs to it'))
    .input(shareRateEnd)
    .output(data(shareRate)),
  remove: operatorStepUpOperation
    .route(remove(`${PATH}/{id}`, tags, 'Remove a revenue share that has not begun'))
    .input(z.object({ id }))
    .output(done),
  own: publisherPaymentOperation
    .route(get('/publisher/payment/shares', ['Payment'], 'Your share of what is charged, now and to come'))
    .output(
      data(
        z.object({
          present,
          /** What is to come, and websites with a share of their own; soonest first. */
          items: z
            .array(held.extend({ website: z.object({ id, domain: z.string() }).nullable() }))
            .max(2 * MAX_SHARE_RATES),
        }),
      ),
    ),
};
