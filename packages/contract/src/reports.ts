import { z } from 'zod';
import { advertiserOperation, operatorOperation, publisherOperation } from './operation.ts';
import { data, day, instant } from './scalars.ts';

/**
 * Reports are additive facts: rows carry counts and dollars per dimension value, ratios (CTR, viewable rate, CPM, RPM,
 * fill rate) are computed from the sums by the metric's formula. Keys are those of domain/analytics/metrics.ts.
 */
export const TIME_GRAINS = ['hour', 'day', 'week', 'month'] as const;

/** Comma-separated keys travel well in a URL. */
const keys = z.string().regex(/^[a-z_A-Z]+(,[a-z_A-Z]+)*$/);

export const reportQuery = z.object({
  from: day,
  to: day,
  metrics: keys,
  /** Up to two dimensions. */
  by: keys.optional(),
  grain: z.enum(TIME_GRAINS).optional(),
  compare: z.enum(['previous']).optional(),
  /** `dimension:value` pairs, comma-separated; several values of a dimension are alternatives. */
  filter: z.string().max(2_000).optional(),
  sort: z.string().max(60).optional(),
  limit: z.number().int().min(1).max(1_000).default(100),
});

const metricValues = z.record(z.string(), z.number().nullable());

export const report = z.object({
  timeZone: z.string(),
  currency: z.string(),
  from: day,
  to: day,
  /** Events up to about this moment are in it. */
  updatedAt: instant,
  totals: metricValues,
  previousTotals: metricValues.nullable(),
  /** One row a bucket of `grain`, gaps filled with zeros; `at` in the account's time zone. */
  series: z.array(z.object({ at: z.string(), metrics: metricValues })),
  previousSeries: z.array(z.object({ at: z.string(), metrics: metricValues })).nullable(),
  rows: z.array(
    z.object({
      dims: z.record(z.string(), z.string()),
      labels: z.record(z.string(), z.string()),
      metrics: metricValues,
    }),
  ),
});
export type Report = z.infer<typeof report>;

const filtered = z.object({
  items: z.array(
    z.object({
      reason: z.string(),
      kind: z.enum(['impression', 'viewable', 'click']),
      count: z.number().int(),
    }),
  ),
});

const earnings = z.object({
  currency: z.string(),
  available: z.number(),
  pending: z.number(),
  total: z.number(),
  nextPaymentDate: day,
});

const range = z.object({ from: day, to: day });

export const reportsContract = {
  advertiser: advertiserOperation
    .route({
      method: 'GET',
      path: '/advertiser/report',
      tags: ['Reports'],
      summary: "The advertiser's figures",
    })
    .input(reportQuery)
    .output(data(report)),
  publisher: publisherOperation
    .route({
      method: 'GET',
      path: '/publisher/report',
      tags: ['Reports'],
      summary: "The publisher's figures",
    })
    .input(reportQuery)
    .output(data(report)),
  publisherFiltered: publisherOperation
    .route({
      method: 'GET',
      path: '/publisher/report/filtered',
      tags: ['Reports'],
      summary: 'Events not paid, by reason',
    })
    .input(range)
    .output(data(filtered)),
  publisherEarnings: publisherOperation
    .route({
      method: 'GET',
      path: '/publisher/earnings',
      tags: ['Reports'],
      summary: 'Available, pending and all-time earnings',
    })
    .output(data(earnings)),
  operator: operatorOperation
    .route({ method: 'GET', path: '/operator/report', tags: ['Reports'], summary: "The network's figures" })
    .input(reportQuery)
    .output(data(report)),
  operatorFiltered: operatorOperation
    .route({
      method: 'GET',
      path: '/operator/report/filtered',
      tags: ['Reports'],
      summary: 'Filtered traffic by reason',
    })
    .input(range)
    .output(data(filtered)),
};
