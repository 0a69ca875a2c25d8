import type { Generated, GeneratedAlways } from 'kysely';

/** Tables of the collector: page views, visits and conversions, and what is known of the analytics codes. */

export type CodeSubjectKind = 'website' | 'campaign';
export type CodeProblem =
  | 'wrong_site'
  | 'other_currency'
  | 'other_campaign'
  | 'late_conversion'
  | 'click_not_counted';

export type PageViewBatchTable = {
  settlement_id: bigint;
  settled_at: Date;
  fact_count: number;
  body: Buffer;
};

export type WebsiteCodeTable = {
  website_id: number;
  first_seen_at: Date;
  last_seen_at: Date;
  own_domain_at: Date | null;
};

export type CampaignCodeTable = {
  campaign_id: number;
  first_seen_at: Date;
  last_seen_at: Date;
  visit_count: Generated<bigint>;
  conversion_count: Generated<bigint>;
  last_conversion_at: Date | null;
  unattributed_count: Generated<bigint>;
  filtered_count: Generated<bigint>;
};

export type CodeHitsTable = {
  subject_kind: CodeSubjectKind;
  subject_id: number;
  minute: number;
  hits: number;
};

export type CodeProblemTable = {
  subject_kind: CodeSubjectKind;
  subject_id: number;
  problem: CodeProblem;
  detail: Generated<string>;
  count: bigint;
  first_at: Date;
  last_at: Date;
};

export type WebsiteTrafficDayTable = { website_id: number; day: string; views: bigint };

export type CampaignVisitTable = {
  shard: number;
  minute: number;
  sequence: bigint;
  campaign_id: number;
  visited_at: Date;
};

export type CampaignConversionTable = {
  id: GeneratedAlways<bigint>;
  campaign_id: number;
  shard: number;
  minute: number;
  sequence: bigint;
  order_id: string | null;
  converted_at: Date;
  value_micros: bigint | null;
  currency: string | null;
  clicked_at: Date | null;
};

export type ParkedVisitTable = {
  id: GeneratedAlways<bigint>;
  parked_at: Date;
  record: Buffer;
};
