import { DIMENSION_KEYS, METRIC_KEYS, TIME_GRAINS } from '@placard/domain/analytics/metrics';
import { REPORT_FILE_FORMATS } from '@placard/domain/analytics/report-file';
import { MARKED_FIELDS } from '@placard/domain/analytics/report-marks';
import { TALLY_OUTCOME_KEYS } from '@placard/domain/decision/tally-outcomes';
import { EVENT_KINDS } from '@placard/domain/event-kind';
import { FILTER_REASON_KEYS } from '@placard/domain/filter-reason';
import { WEBSITE_STATUSES } from '@placard/domain/website/status';
import { WIDGET_STATUSES } from '@placard/domain/widget/status';
import { z } from 'zod';
import { advertiserOperation, operatorOperation, publisherOperation } from './operation.ts';
import { get } from './route.ts';
import { csvFile, data, day, dayRange, id, instant, parquetFile } from './scalars.ts';

/**
 * Reports are additive facts: rows carry counts and dollars per dimension value, ratios (CTR, viewable rate, CPM, RPM,
 * fill rate) are computed from the sums by the metric's formula. Questions are texts of domain/analytics/report-question.ts.
 */

/** Comma-separated keys travel well in a URL. */
const keys = z.string().regex(/^[a-z_A-Z]+(,[a-z_A-Z]+)*$/);

export const reportQuery = z.object({
  ...dayRange,
  metrics: keys,
  /** Up to two dimensions, and the date beside them. */
  by: keys.optional(),
  grain: z.enum(TIME_GRAINS).optional(),
  /** With the days before, as many as are asked for; other days are named by `compareFrom` and `compareTo`, both. */
  compare: z.enum(['previous']).optional(),
  compareFrom: day.optional(),
  compareTo: day.optional(),
  /**
   * `dimension:value` (is), `dimension!:value` (is not) and `dimension~:text` (its name contains), comma-separated; several
   * of a dimension are alternatives, and each value that is not wanted is left out. A comma in a value is `%2C`, a percent sign `%25`.
   */
  filter: z.string().max(2_000).optional(),
  sort: z.string().max(60).optional(),
  limit: z.number().int().min(1).max(1_000).default(100),
});

const { metrics, filter, sort } = reportQuery.shape;
/** All rows of a report, without an end but that of a file. */
export const reportFileQuery = z.object({
  ...dayRange,
  ...{ metrics, by: keys, filter, sort },
  format: z.enum(REPORT_FILE_FORMATS).default('csv'),
});
const reportFile = z.union([csvFile, parquetFile]);

const metricValues = z.partialRecord(z.enum(METRIC_KEYS), z.number().nullable());
const dimensionValues = z.partialRecord(z.enum(DIMENSION_KEYS), z.string());

export const report = z.object({
  timeZone: z.string(),
  currency: z.string(),
  from: day,
  to: day,
  /** Events up to about this moment are in it. */
  updatedAt: instant,
  /** How old that was when this was answered: 3 at most while everything runs. */
  lateSeconds: z.number().int().min(0),
  /** The days that `previousTotals` and `previousSeries` are of; `null` where nothing is compared. */
  comparedFrom: day.nullable(),
  comparedTo: day.nullable(),
  totals: metricValues,
  previousTotals: metricValues.nullable(),
  /** One row a bucket of `grain`, gaps filled with zeros; `at` in the account's time zone. */
  series: z.array(z.object({ at: z.string(), metrics: metricValues })),
  previousSeries: z.array(z.object({ at: z.string(), metrics: metricValues })).nullable(),
  rows: z.array(
    z.object({
      dims: dimensionValues,
      labels: dimensionValues,
      /** Of an ad set its campaign's number, of a widget its website's. */
      within: dimensionValues,
      metrics: metricValues,
    }),
  ),
  /** What the filter names and is the caller's own, also where none of these days' figures are of it. */
  named: z.array(z.object({ dimension: z.enum(DIMENSION_KEYS), value: z.string(), label: z.string() })),
});
export type Report = z.infer<typeof report>;

const filtered = z.object({
  items: z.array(
    z.object({
      reason: z.enum(FILTER_REASON_KEYS),
      kind: z.enum(EVENT_KINDS),
      count: z.number().int(),
    }),
  ),
});

const networks = z.object({
  /** `silent`: no ad server has told lately. `off`: one at least has no file. `old`: the file is of another month. */
  state: z.enum(['silent', 'off', 'old', 'on']),
  networks: z.number().int(),
  /** When the oldest file in use was written. */
  fileAt: instant.nullable(),
});

const earnings = z.object({
  currency: z.string(),
  available: z.number(),
  pending: z.number(),
  total: z.number(),
  nextPaymentDate: day,
});

const range = z.object(dayRange);
/** Of one website or one widget, where given. */
const publisherRange = range.extend({ websiteId: id.optional(), widgetId: id.optional() });

/** What became of a publisher's widget views, and why some were not paid. */
const unpaid = z.object({
  updatedAt: instant,
  /** Only where a widget was asked for. */
  widget: z
    .object({
      id,
      websiteId: id,
      domain: z.string(),
      name: z.string(),
      status: z.enum(WIDGET_STATUSES),
      websiteStatus: z.enum(WEBSITE_STATUSES),
      floorCpm: z.number().nullable(),
      seenAt: instant.nullable(),
      blockCount: z.number().int(),
    })
    .nullable(),
  requests: z.number().int(),
  filled: z.number().int(),
  impressions: z.number().int(),
  viewables: z.number().int(),
  clicks: z.number().int(),
  earnings: z.number(),
  /** Events that would have been charged but for an advertiser's limit. */
  overDelivered: z.number().int(),
  /** Requests without an ad, most frequent first. */
  noFill: z.array(z.object({ outcome: z.enum(TALLY_OUTCOME_KEYS), count: z.number().int() })),
  filtered: filtered.shape.items,
});
/** Conversions by how long after their click they came. */
const delays = z.object({
  items: z.array(
    z.object({
      /** From so many hours after the click up to where the next step begins. */
      fromHours: z.number().int(),
      conversions: z.number().int(),
    }),
  ),
  /** Counted by a release that did not keep when the click was made. */
  unknown: z.number().int(),
});
export type ConversionDelays = z.infer<typeof delays>;

/** What happened meanwhile that can have moved the figures, the earliest first. */
const marks = z.object({
  items: z.array(
    z.object({
      id: z.string(),
      at: instant,
      /** In the account's time zone. */
      day,
      /** One of domain/analytics/report-marks.ts: `campaign.approve`, `website.share`. */
      action: z.string(),
      actorKind: z.enum(['advertiser', 'operator', 'system', 'publisher', 'visitor']),
      /** Of the kind that the action names; without a name where it is the account's own share. */
      subject: z.object({ id, name: z.string() }),
      /** Figures that an edit changed: dollars, of a share percent; `null` where none was set. */
      changes: z.array(
        z.object({
          field: z.enum(MARKED_FIELDS),
          before: z.number().nullable(),
          after: z.number().nullable(),
        }),
      ),
    }),
  ),
  /** There are earlier ones that are not given. */
  more: z.boolean(),
});
export type ReportMarks = z.infer<typeof marks>;
export type FilteredEvents = z.infer<typeof filtered>['items'];
export type Unpaid = z.infer<typeof unpaid>;

const earningMonths = z.object({
  currency: z.string(),
  /** Newest first. `closedAt` null: the month still runs, its sum is estimated. */
  items: z.array(z.object({ month: day, earned: z.number(), closedAt: instant.nullable() })),
});

export const reportsContract = {
  advertiser: advertiserOperation
    .route(get('/advertiser/report', ['Reports'], "The advertiser's figures"))
    .input(reportQuery)
    .output(data(report)),
  advertiserFile: advertiserOperation
    .route(
      get(
        '/advertiser/report/file',
        ['Reports'],
        "All rows of the advertiser's figures as a file, sent as it is written",
      ),
    )
    .input(reportFileQuery)
    .output(reportFile),
  publisher: publisherOperation
    .route(get('/publisher/report', ['Reports'], "The publisher's figures"))
    .input(reportQuery)
    .output(data(report)),
  publisherFile: publisherOperation
    .route(
      get(
        '/publisher/report/file',
        ['Reports'],
        "All rows of the publisher's figures as a file, sent as it is written",
      ),
    )
    .input(reportFileQuery)
    .output(reportFile),
  advertiserDelays: advertiserOperation
    .route(
      get(
        '/advertiser/report/conversion-delays',
        ['Reports'],
        'The conversions of these days by how long after their click they came',
      ),
    )
    .input(range.extend({ campaignId: id.optional() }))
    .output(data(delays)),
  advertiserMarks: advertiserOperation
    .route(
      get(
        '/advertiser/report/marks',
        ['Reports'],
        'Status changes, edits and decisions in these days; the newest 100',
      ),
    )
    .input(range.extend({ campaignId: id.optional() }))
    .output(data(marks)),
  publisherMarks: publisherOperation
    .route(
      get(
        '/publisher/report/marks',
        ['Reports'],
        'What became of websites in these days, and from when another share holds; the newest 100',
      ),
    )
    .input(range.extend({ websiteId: id.optional() }))
    .output(data(marks)),
  publisherFiltered: publisherOperation
    .route(get('/publisher/report/filtered', ['Reports'], 'Events not paid, by reason'))
    .input(publisherRange)
    .output(data(filtered)),
  publisherUnpaid: publisherOperation
    .route(
      get(
        '/publisher/report/unpaid',
        ['Reports'],
        'Why views were not paid: no ad, filtered, not viewable, beyond a budget',
      ),
    )
    .input(publisherRange)
    .output(data(unpaid)),
  publisherMonths: publisherOperation
    .route(
      get(
        '/publisher/earnings/months',
        ['Reports'],
        'Earnings by month: estimated while it runs, closed afterwards',
      ),
    )
    .output(data(earningMonths)),
  publisherEarnings: publisherOperation
    .route(get('/publisher/earnings', ['Reports'], 'Available, pending and all-time earnings'))
    .output(data(earnings)),
  operator: operatorOperation
    .route(get('/operator/report', ['Reports'], "The network's figures"))
    .input(reportQuery)
    .output(data(report)),
  operatorFile: operatorOperation
    .route(
      get(
        '/operator/report/file',
        ['Reports'],
        "All rows of the network's figures as a file, sent as it is written",
      ),
    )
    .input(reportFileQuery)
    .output(reportFile),
  operatorNetworks: operatorOperation
    .route(get('/operator/report/networks', ['Reports'], 'By what traffic from data centres is recognised'))
    .output(data(networks)),
  operatorFiltered: operatorOperation
    .route(get('/operator/report/filtered', ['Reports'], 'Filtered traffic by reason'))
    .input(range)
    .output(data(filtered)),
};
