import type { FactSum } from '@placard/domain/analytics/metrics';
import { dayOfNumber } from '@placard/domain/time-zone';
import { ROW_COUNTED, ROW_FILTERED, ROW_TRACKED } from '../settlement/fact-table.ts';
import type { Fact } from '../settlement/facts.ts';
import type { FACT_KEYS } from './fact-tables.ts';

const QUARTER_HOUR_S = 900;

/** Values of a fact in the tables' columns. Filtered and tracked events have sums of their own, so that no report counts them by accident. */
export function columnsOf(fact: Fact): Record<keyof typeof FACT_KEYS | FactSum, number | bigint | string> {
  const counted = fact.kind === ROW_COUNTED;
  const filtered = fact.kind === ROW_FILTERED;
  const tracked = fact.kind === ROW_TRACKED;
  return {
    bucket: fact.quarter * QUARTER_HOUR_S,
    day: dayOfNumber(fact.dayNumber),
    advertiser_id: fact.advertiserId,
    campaign_id: fact.campaignId,
    ad_set_id: fact.adSetId,
    creative_id: fact.creativeId,
    publisher_id: fact.publisherId,
    website_id: fact.websiteId,
    widget_id: fact.widgetId,
    country: fact.country,
    language: fact.language,
    device: fact.device,
    width: fact.widthPx,
    height: fact.heightPx,
    kind: fact.kind,
    code: fact.code,
    requests: fact.requests,
    filled: fact.filled,
    impressions: counted ? fact.impressions : 0,
    viewables: counted ? fact.viewables : 0,
    clicks: counted ? fact.clicks : 0,
    filtered_impressions: filtered ? fact.impressions : 0,
    filtered_viewables: filtered ? fact.viewables : 0,
    filtered_clicks: filtered ? fact.clicks : 0,
    over_delivered: fact.overDelivered,
    charged_micros: fact.chargedMicros,
    publisher_micros: fact.publisherMicros,
    network_micros: fact.chargedMicros - fact.publisherMicros,
    over_delivered_micros: fact.overDeliveredMicros,
    visits: counted ? fact.visits : 0,
    conversions: counted ? fact.conversions : 0,
    conversion_value_micros: fact.conversionValueMicros,
    filtered_conversions: filtered ? fact.conversions : 0,
    tracking_impressions: tracked ? fact.impressions : 0,
    tracking_clicks: tracked ? fact.clicks : 0,
  };
}

/** Lines of TSV in the order of `columns`. Country and language are letters of a signed token or of a tally; anything else is dropped. */
export function linesOfFacts(facts: readonly Fact[], columns: readonly string[]): string {
  let text = '';
  for (const fact of facts) {
    const values: Record<string, number | bigint | string> = columnsOf({
      ...fact,
      country: lettersOf(fact.country),
      language: lettersOf(fact.language),
    });
    text += `${columns.map((column) => values[column] ?? 0).join('\t')}\n`;
  }
  return text;
}

function lettersOf(text: string): string {
  return /^[A-Za-z0-9]{2}$/.test(text) ? text : '';
}
