import type { WebsiteStatus } from '@placard/domain/website/status';
import type { WidgetStatus } from '@placard/domain/widget/status';
import type { Generated, GeneratedAlways } from 'kysely';
import type { Json, Timestamp } from './column-types.ts';

export type WidgetType = 'banner' | 'native' | 'video' | 'floating_sticky_ad';

export type AdsTxtResult = 'ok' | 'missing_line' | 'unknown';

export type WebsiteTable = {
  id: GeneratedAlways<number>;
  publisher_id: number;
  domain: string;
  categories: string[];
  traffic_range: string | null;
  monthly_traffic: number;
  status: Generated<WebsiteStatus>;
  suspended_by: 'publisher' | 'operator' | null;
  suspension_text: string | null;
  separate_categories: Generated<boolean>;
  approved_at: Date | null;
  rejection_code: string | null;
  rejection_text: string | null;
  ads_txt_result: Generated<AdsTxtResult>;
  ads_txt_checked_at: Date | null;
  analytics_key: string;
  created_at: Timestamp;
  updated_at: Timestamp;
  version: Generated<number>;
};

export type AdsTxtCheckTable = {
  id: GeneratedAlways<number>;
  website_id: number;
  checked_at: Timestamp;
  result: AdsTxtResult;
  found: Json;
};

export type WidgetTable = {
  id: GeneratedAlways<number>;
  website_id: number;
  /** Its website's, by triggers; null once that was deleted. */
  publisher_id: number | null;
  type: WidgetType;
  name: string;
  heading_title: string | null;
  floor_cpm_micros: bigint | null;
  fallback_html: Generated<string>;
  /** Asks only when it comes near the window. */
  lazy: Generated<boolean>;
  status: Generated<WidgetStatus>;
  embed_key: string;
  seen_at: Date | null;
  created_at: Timestamp;
  updated_at: Timestamp;
  version: Generated<number>;
};

export type WidgetSizeTable = { widget_id: number; position: number; width_px: number; height_px: number };

export type WebsiteBlockTable = {
  website_id: number;
  kind: 'advertiser_domain' | 'category' | 'creative';
  value: string;
  created_at: Timestamp;
};

export type PublisherSettingsTable = {
  account_id: number;
  min_payout_micros: bigint | null;
  auto_withdrawal: Generated<boolean>;
  version: Generated<number>;
};
