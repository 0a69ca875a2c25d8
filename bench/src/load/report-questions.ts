import { daysBefore } from '@placard/domain/analytics/compared-days';
import { type Dimension, type Metric, metricsOf } from '@placard/domain/analytics/metrics';
import { ADVERTISER_METRICS, REPORT_OFFERS } from '@placard/domain/analytics/report-offers';
import { addDays } from '@placard/domain/time-zone';
import type { ReportScope } from '../../../apps/server/src/analytics/report-sql.ts';
import type { ReportQuery } from '../../../apps/server/src/analytics/run-report.ts';
import {
  ADVERTISER_OF,
  FACT_DAYS,
  LAST_FACT_DAY,
  NETWORK_ZONE,
  PUBLISHER_OF,
  SIZES,
  zoneOfAccount,
} from './report-facts.ts';

export type AskedQuestion = {
  /** Whose: `largest advertiser`. */
  readonly of: string;
  readonly name: string;
  readonly scope: ReportScope;
  readonly query: ReportQuery;
};

type Question = Omit<ReportQuery, 'timeZone'>;

const last = (days: number) => ({ from: addDays(LAST_FACT_DAY, 1 - days), to: LAST_FACT_DAY });
const ALL = last(FACT_DAYS);

/** A report page as it opens, and broken down by each of its dimensions over the whole time. */
function page(
  metrics: readonly Metric[],
  dimensions: readonly Dimension[],
  first: Dimension,
): Record<string, Question> {
  return {
    'page as it opens': {
      metrics,
      by: [first],
      grain: 'day',
      ...last(30),
      compare: daysBefore(last(30)),
      limit: 1_000,
    },
    'one day by hour': { metrics, by: [first], grain: 'hour', ...last(1), compare: daysBefore(last(1)) },
    'fortnight by hour': { metrics, grain: 'hour', ...last(14) },
    '400 days by day': { metrics, grain: 'day', ...ALL },
    '400 days by week': { metrics, grain: 'week', ...ALL },
    'home: ever shown': { metrics: ['impressions'], ...ALL },
    ...Object.fromEntries(
      dimensions.map((dimension) => [
        `400 days by ${dimension}`,
        { metrics, by: [dimension], ...ALL, limit: 1_000 },
      ]),
    ),
    ...Object.fromEntries(
      dimensions
        .filter((dimension) => dimension !== 'date')
        .map((dimension) => [
          `90 days by ${dimension} and date`,
          { metrics, by: [dimension, 'date'], ...last(90), limit: 1_000 },
        ]),
    ),
    'events not counted, by reason': {
      metrics: ['filteredImpressions', 'filteredViewables', 'filteredClicks'],
      by: ['reason'],
      ...last(90),
    },
  };
}

function ofAdvertiser(id: number): Record<string, Question> {
  const campaign = { campaign: [String(id * 10)] };
  return {
    ...page(ADVERTISER_METRICS, REPORT_OFFERS.statistics.dimensions, 'campaign'),
    'figures of listed campaigns': {
      metrics: ['impressions', 'viewableRate', 'clicks', 'ctr', 'spend'],
      by: ['campaign'],
      ...last(30),
      filters: { campaign: [0, 1, 2, 3, 4].map((one) => String(id * 10 + one)) },
    },
    'a campaign: ad sets by day': {
      metrics: ADVERTISER_METRICS,
      by: ['adSet'],
      grain: 'day',
      ...last(90),
      filters: campaign,
    },
    'a campaign: today by hour': { metrics: ['spend'], grain: 'hour', ...last(1), filters: campaign },
    'a campaign by country': { metrics: ADVERTISER_METRICS, by: ['country'], ...last(90), filters: campaign },
    'one country by campaign': {
      metrics: ADVERTISER_METRICS,
      by: ['campaign'],
      grain: 'day',
      ...last(90),
      filters: { country: ['DE'] },
    },
    'country and device': { metrics: ADVERTISER_METRICS, by: ['country', 'device'], ...last(90) },
  };
}

function ofPublisher(id: number): Record<string, Question> {
  const { metrics, dimensions } = REPORT_OFFERS.publisher_report;
  const website = { website: [String(id * 10)] };
  return {
    ...page(metrics, dimensions, 'website'),
    'figures of listed websites': {
      metrics: ['impressions', 'earnings'],
      by: ['website'],
      ...last(30),
      filters: { website: [0, 1, 2].map((one) => String(id * 10 + one)) },
    },
    'why unpaid: outcomes': { metrics: ['requests'], by: ['outcome'], ...last(90) },
    'why unpaid of a website': { metrics: ['requests'], by: ['outcome'], ...last(90), filters: website },
    'a website by widget': { metrics, by: ['widget'], grain: 'day', ...last(90), filters: website },
    'a website by country': { metrics, by: ['country'], ...last(90), filters: website },
    'website and country': { metrics, by: ['website', 'country'], ...last(90) },
  };
}

function ofNetwork(): Record<string, Question> {
  const metrics = metricsOf('operator').filter((metric) => !metric.startsWith('tracking'));
  const dimensions: Dimension[] = [
    ...(['advertiser', 'campaign', 'adSet', 'creative', 'publisher', 'website', 'widget'] as const),
    ...(['country', 'device', 'language', 'size', 'hourOfDay', 'date', 'outcome'] as const),
  ];
  return {
    ...page(metrics, dimensions, 'publisher'),
    'typical prices': {
      metrics: ['spend', 'clicks', 'viewableImpressions'],
      by: ['campaign'],
      ...last(30),
      limit: 5_000,
    },
    'one country by publisher': {
      metrics,
      by: ['publisher'],
      grain: 'day',
      ...last(90),
      filters: { country: ['DE'] },
    },
    'advertiser and publisher': { metrics, by: ['advertiser', 'publisher'], ...last(30) },
  };
}

/** Every question that a screen asks, of a small, a median and the largest account, and of the network. */
export function askedQuestions(): AskedQuestion[] {
  const asked: AskedQuestion[] = [];
  const add = (of: string, scope: ReportScope, timeZone: string, questions: Record<string, Question>) => {
    for (const [name, question] of Object.entries(questions)) {
      asked.push({ of, name, scope, query: { ...question, timeZone } });
    }
  };
  for (const size of SIZES) {
    const [advertiserId, publisherId] = [ADVERTISER_OF[size], PUBLISHER_OF[size]];
    add(`${size} advertiser`, { advertiserId }, zoneOfAccount(advertiserId), ofAdvertiser(advertiserId));
    add(`${size} publisher`, { publisherId }, zoneOfAccount(publisherId), ofPublisher(publisherId));
  }
  add('network', { network: true }, NETWORK_ZONE, ofNetwork());
  return asked;
}
