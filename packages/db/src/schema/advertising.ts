import type { CampaignStatus } from '@placard/domain/campaign/status';
import type { CreativeType } from '@placard/domain/creative/rules';
import type { CreativeStatus } from '@placard/domain/creative/status';
import type { Generated, GeneratedAlways } from 'kysely';
import type { Json, Timestamp } from './column-types.ts';

export type Objective = 'BRAND_AWARENESS' | 'TRAFFIC';

export type CampaignTable = {
  id: GeneratedAlways<number>;
  advertiser_id: number;
  name: string;
  objective: Objective;
  category: string | null;
  description: Generated<string>;
  total_budget_micros: bigint;
  daily_budget_micros: bigint | null;
  start_date: string;
  end_date: string | null;
  status: Generated<CampaignStatus>;
  submitted_at: Date | null;
  approved_at: Date | null;
  rejection_code: string | null;
  rejection_text: string | null;
  analytics_key: string;
  created_at: Timestamp;
  updated_at: Timestamp;
  version: Generated<number>;
};

export type CampaignDraftTable = {
  user_id: number;
  account_id: number;
  step: 'setting' | 'target';
  content: Json;
  updated_at: Timestamp;
  version: Generated<number>;
};

export type AdSetTable = {
  id: GeneratedAlways<number>;
  campaign_id: number;
  /** Whose its campaign is; the table keeps it itself, for searches. */
  owner_account_id: number | null;
  name: string;
  description: Generated<string>;
  total_budget_micros: bigint;
  daily_budget_micros: bigint | null;
  locations: Generated<string[]>;
  devices: Generated<string[]>;
  languages: Generated<string[]>;
  start_minute: Generated<number>;
  end_minute: Generated<number>;
  days_of_week: Generated<number[]>;
  bid_micros: bigint | null;
  frequency_cap_per_day: number | null;
  archived_at: Date | null;
  created_at: Timestamp;
  updated_at: Timestamp;
  version: Generated<number>;
};

export type ImageTable = {
  id: GeneratedAlways<number>;
  owner_id: number;
  file_key: string;
  width_px: number;
  height_px: number;
  size_bytes: number;
  media_type: 'image/jpeg' | 'image/png' | 'image/webp';
  created_at: Timestamp;
  /** Perceptual hash as a signed number of 64 bits, null where it tells nothing, or is from before. */
  dhash: bigint | null;
  /** Null while it is used, and where nobody has looked yet. */
  unused_since: Date | null;
  /** Its file is gone, or going. */
  removed_at: Date | null;
};

export type CreativeTable = {
  id: GeneratedAlways<number>;
  advertiser_id: number;
  name: string;
  description: Generated<string>;
  type: CreativeType;
  width_px: number;
  height_px: number;
  image_id: number | null;
  alt_text: Generated<string>;
  click_url: string | null;
  ad_code: string | null;
  status: Generated<CreativeStatus>;
  approved_at: Date | null;
  rejection_code: string | null;
  rejection_text: string | null;
  public_key: string;
  created_at: Timestamp;
  updated_at: Timestamp;
  version: Generated<number>;
};

export type CreativeAdSetTable = { creative_id: number; ad_set_id: number; assigned_at: Timestamp };

type ReviewedKind = 'campaign' | 'creative' | 'website';

/** What a machine found in one version of something. */
export type ReviewCheckTable = {
  subject_kind: ReviewedKind;
  subject_id: number;
  version: number;
  checked_at: Date;
  /** `[{ code, detail }]` */
  findings: Json;
};

/** What a trusted account brought live unseen. */
export type ReviewSampleTable = {
  subject_kind: ReviewedKind;
  subject_id: number;
  version: number;
  /** Why it is looked at afterwards, null where it is not. */
  because: 'share' | 'finding' | null;
  made_at: Date;
  judged_at: Date | null;
};

export type ReviewSnapshotTable = {
  subject_kind: 'campaign' | 'creative' | 'website';
  subject_id: number;
  content: Json;
  approved_at: Timestamp;
};
