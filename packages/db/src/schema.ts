import type { CampaignStatus } from '@placard/domain/campaign/status';
import type { CreativeStatus } from '@placard/domain/creative/status';
import type { PayoutStatus } from '@placard/domain/payout/status';
import type { Role } from '@placard/domain/roles';
import type { UserStatus } from '@placard/domain/user/status';
import type { WebsiteStatus } from '@placard/domain/website/status';
import type { WidgetStatus } from '@placard/domain/widget/status';
import type { ColumnType, Generated, GeneratedAlways } from 'kysely';
import type {
  AutoTopUpTable,
  DepositRefundTable,
  GatewayCustomerTable,
  GatewayEventTable,
} from './schema/card-payments.ts';
import type {
  CampaignCodeTable,
  CampaignConversionTable,
  CampaignVisitTable,
  CodeHitsTable,
  CodeProblemTable,
  PageViewBatchTable,
  ParkedVisitTable,
  WebsiteCodeTable,
  WebsiteTrafficDayTable,
} from './schema/collector.ts';
import type { ViewSampleTable } from './schema/diagnostics.ts';
import type {
  CampaignMonthTable,
  MailAttachmentTable,
  NoticePreferenceTable,
  SavedViewTable,
  SpendMonthTable,
  ViewScheduleTable,
  WalletWatchTable,
} from './schema/notices.ts';
import type {
  EarningMonthWidgetTable,
  PayoutApprovalTable,
  PayoutExportTable,
  PayoutSettingsTable,
} from './schema/payouts.ts';
import type { AdReportTable, WidgetBlockTable } from './schema/publisher-widgets.ts';
import type { RowTallyTable } from './schema/row-tally.ts';

/**
 * The tables of migrations/, as the drivers hand them over: int4 → number, int8 → bigint, timestamptz → Date,
 * date → 'YYYY-MM-DD' text, bytea → Buffer. A database test holds this file against the migrated schema.
 */

type Timestamp = ColumnType<Date, Date | undefined, Date>;
type Json<T = unknown> = ColumnType<T, string | undefined, string>;

export type Objective = 'BRAND_AWARENESS' | 'TRAFFIC';
export type CreativeType = 'image' | 'third_party';
export type WidgetType = 'banner' | 'native' | 'video' | 'floating_sticky_ad';
export type AdsTxtResult = 'ok' | 'missing_line' | 'unknown';
export type LedgerAccountKind =
  | 'advertiser_wallet'
  | 'publisher_pending'
  | 'publisher_available'
  | 'payouts_in_flight'
  | 'network_revenue'
  | 'clearing_deposits'
  | 'clearing_payouts'
  | 'adjustments';
export type LedgerTransactionKind =
  | 'deposit'
  | 'settlement'
  | 'month_close'
  | 'payout_request'
  | 'payout_complete'
  | 'payout_return'
  | 'refund'
  | 'adjustment';

export type AppUserTable = {
  id: GeneratedAlways<number>;
  email: string;
  password_hash: string | null;
  first_name: Generated<string>;
  last_name: Generated<string>;
  phone: string | null;
  company: string | null;
  status: Generated<UserStatus>;
  time_zone: Generated<string>;
  totp_secret_sealed: Buffer | null;
  created_at: Timestamp;
  last_login_at: Date | null;
  version: Generated<number>;
};

export type UserRoleTable = { user_id: number; role: Role };

export type SessionTable = {
  id: GeneratedAlways<number>;
  token_sha256: Buffer;
  user_id: number;
  created_at: Timestamp;
  last_seen_at: Timestamp;
  expires_at: Date;
  user_agent: Generated<string>;
};

export type UserLinkTable = {
  id: GeneratedAlways<number>;
  kind: 'invite' | 'reset' | 'verify' | 'bootstrap';
  token_sha256: Buffer;
  user_id: number | null;
  created_at: Timestamp;
  expires_at: Date;
  used_at: Date | null;
};

export type NetworkSettingsTable = {
  only_row: Generated<boolean>;
  network_name: Generated<string>;
  currency: Generated<string>;
  time_zone: Generated<string>;
  publisher_share_bp: Generated<number>;
  cpm_micros: Generated<bigint>;
  cpc_micros: Generated<bigint>;
  min_payout_micros: Generated<bigint>;
  low_balance_micros: Generated<bigint>;
  min_deposit_micros: Generated<bigint>;
  bank_transfer_details: Generated<string>;
  signup_enabled: Generated<boolean>;
  demo: Generated<boolean>;
  version: Generated<number>;
};

export type SigningKeyTable = { id: number; secret: Buffer; created_at: Timestamp };

export type AuditLogTable = {
  id: GeneratedAlways<bigint>;
  at: Timestamp;
  actor_user_id: number | null;
  actor_kind: 'advertiser' | 'publisher' | 'operator' | 'system' | 'visitor';
  action: string;
  subject_kind: string;
  subject_id: number | null;
  detail: Json;
};

export type IdempotencyKeyTable = {
  user_id: number;
  operation: string;
  key: string;
  input_sha256: Buffer;
  answer: Json;
  created_at: Timestamp;
};

export type MailOutboxTable = {
  id: GeneratedAlways<bigint>;
  to_email: string;
  subject: string;
  body_text: string;
  created_at: Timestamp;
  sent_at: Date | null;
  attempts: Generated<number>;
  next_attempt_at: Timestamp;
  last_error: string | null;
  body_html: string | null;
  unsubscribe_url: string | null;
};

export type NotificationTable = {
  id: GeneratedAlways<number>;
  user_id: number;
  kind: string;
  detail: Json;
  created_at: Timestamp;
  read_at: Date | null;
  dedup_key: string | null;
};

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
  step: 'setting' | 'target';
  content: Json;
  updated_at: Timestamp;
  version: Generated<number>;
};

export type AdSetTable = {
  id: GeneratedAlways<number>;
  campaign_id: number;
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

export type ReviewSnapshotTable = {
  subject_kind: 'campaign' | 'creative' | 'website';
  subject_id: number;
  content: Json;
  approved_at: Timestamp;
};

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
  type: WidgetType;
  name: string;
  heading_title: string | null;
  floor_cpm_micros: bigint | null;
  fallback_html: Generated<string>;
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
  user_id: number;
  min_payout_micros: bigint | null;
  auto_withdrawal: Generated<boolean>;
  version: Generated<number>;
};

export type PaymentProfileTable = {
  id: GeneratedAlways<number>;
  publisher_id: number;
  name: string;
  type: 'bank_account' | 'paypal';
  details_sealed: Buffer;
  masked: Json<Record<string, string>>;
  is_default: Generated<boolean>;
  created_at: Timestamp;
  deleted_at: Date | null;
  version: Generated<number>;
};

export type LedgerAccountTable = {
  id: GeneratedAlways<number>;
  kind: LedgerAccountKind;
  owner_id: number | null;
  balance_micros: Generated<bigint>;
  entry_count: Generated<bigint>;
};

export type LedgerTransactionTable = {
  id: GeneratedAlways<bigint>;
  kind: LedgerTransactionKind;
  reference: string;
  at: Timestamp;
  detail: Json;
};

export type LedgerEntryTable = {
  transaction_id: bigint;
  account_id: number;
  amount_micros: bigint;
  /** Set by the table's trigger; whatever is inserted is replaced. */
  balance_after_micros: Generated<bigint>;
  sequence: Generated<bigint>;
};

export type DepositTable = {
  id: GeneratedAlways<number>;
  advertiser_id: number;
  gateway: 'manual' | 'stripe' | 'test_card';
  amount_micros: bigint;
  reference: string;
  gateway_id: string | null;
  status: Generated<'pending' | 'confirmed' | 'failed' | 'cancelled'>;
  created_at: Timestamp;
  decided_at: Date | null;
  decided_by: number | null;
  ledger_transaction_id: bigint | null;
  payment_method_id: number | null;
  save_card: Generated<boolean>;
  automatic: Generated<boolean>;
  checkout_id: string | null;
  failure_code: string | null;
  failure_text: string | null;
  next_check_at: Date | null;
  check_attempts: Generated<number>;
};

export type PaymentMethodTable = {
  id: GeneratedAlways<number>;
  advertiser_id: number;
  gateway: 'stripe' | 'test_card';
  gateway_id: string;
  brand: string;
  last4: string;
  expires_month: number;
  expires_year: number;
  is_default: Generated<boolean>;
  created_at: Timestamp;
  removed_at: Date | null;
  fingerprint: string | null;
  detached_at: Date | null;
};

export type InvoiceNumberTable = { only_row: Generated<boolean>; last_number: Generated<number> };

export type InvoiceTable = {
  number: number;
  advertiser_id: number;
  kind: 'deposit' | 'month';
  deposit_id: number | null;
  month: string | null;
  amount_cents: bigint;
  currency: string;
  detail: Json;
  issued_at: Timestamp;
};

export type PayoutTable = {
  id: GeneratedAlways<number>;
  publisher_id: number;
  amount_micros: bigint;
  method: 'paypal' | 'bank_transfer';
  payment_profile_id: number;
  details_sealed: Buffer;
  status: Generated<PayoutStatus>;
  automatic: Generated<boolean>;
  requested_at: Timestamp;
  processed_at: Date | null;
  completed_at: Date | null;
  decided_by: number | null;
  reason: string | null;
  version: Generated<number>;
  export_id: number | null;
  approval_limit_micros: Generated<bigint>;
};

export type EarningMonthTable = {
  publisher_id: number;
  month: string;
  earned_micros: Generated<bigint>;
  closed_at: Date | null;
  ledger_transaction_id: bigint | null;
  available_sequence: bigint | null;
  figures_sha256: Buffer | null;
};

export type EventBatchTable = {
  shard: number;
  spool_offset: bigint;
  spool_end: bigint;
  record_count: number;
  body: Buffer;
  received_at: Timestamp;
};

export type SettlementCheckpointTable = { shard: number; spool_offset: Generated<bigint> };

export type SeenPageTable = { shard: number; minute: number; kind: number; page: number; bits: Buffer };

export type ViewerClicksTable = { viewer_hash: Buffer; clicked_at_s: number[]; last_at: Date };

export type ParkedEventTable = {
  shard: number;
  minute: number;
  sequence: bigint;
  kind: number;
  parked_at: Date;
  record: Buffer;
};

export type SeenHorizonTable = { only_row: Generated<boolean>; minute: Generated<number> };

export type SettlementTable = {
  id: GeneratedAlways<bigint>;
  settled_at: Timestamp;
  event_count: number;
  charged_micros: bigint;
};

export type CampaignSpendTable = { campaign_id: number; spent_micros: Generated<bigint> };

export type AdSetSpendTable = {
  ad_set_id: number;
  spent_micros: Generated<bigint>;
  cpm_carry_thousandths: Generated<number>;
  impression_count: Generated<bigint>;
  viewable_count: Generated<bigint>;
  click_count: Generated<bigint>;
};

export type AdSetDaySpendTable = { ad_set_id: number; day: string; spent_micros: Generated<bigint> };

export type SpendDayTable = {
  day: string;
  ad_set_id: number;
  widget_id: number;
  charged_micros: Generated<bigint>;
  publisher_micros: Generated<bigint>;
  network_micros: Generated<bigint>;
};

export type FactBatchTable = {
  settlement_id: bigint;
  fact_count: number;
  body: Buffer;
  layout: Generated<number>;
};

export type AnalyticsCheckpointTable = {
  only_row: Generated<boolean>;
  settlement_id: Generated<bigint>;
  loading_to: bigint | null;
  generation: Generated<number>;
};

export type PacingPlanTable = {
  only_row: Generated<boolean>;
  version: Generated<bigint>;
  body: Generated<Buffer>;
  computed_at: Timestamp;
};

export type ChangeLogTable = {
  id: GeneratedAlways<bigint>;
  txid: Generated<string>;
  kind: string;
  subject_id: number;
  at: Timestamp;
};

export type Database = {
  app_user: AppUserTable;
  user_role: UserRoleTable;
  session: SessionTable;
  user_link: UserLinkTable;
  network_settings: NetworkSettingsTable;
  signing_key: SigningKeyTable;
  audit_log: AuditLogTable;
  idempotency_key: IdempotencyKeyTable;
  mail_outbox: MailOutboxTable;
  notification: NotificationTable;
  campaign: CampaignTable;
  campaign_draft: CampaignDraftTable;
  ad_set: AdSetTable;
  image: ImageTable;
  creative: CreativeTable;
  creative_ad_set: CreativeAdSetTable;
  review_snapshot: ReviewSnapshotTable;
  website: WebsiteTable;
  ads_txt_check: AdsTxtCheckTable;
  widget: WidgetTable;
  widget_size: WidgetSizeTable;
  website_block: WebsiteBlockTable;
  widget_block: WidgetBlockTable;
  ad_report: AdReportTable;
  publisher_settings: PublisherSettingsTable;
  payment_profile: PaymentProfileTable;
  ledger_account: LedgerAccountTable;
  ledger_transaction: LedgerTransactionTable;
  ledger_entry: LedgerEntryTable;
  deposit: DepositTable;
  payment_method: PaymentMethodTable;
  gateway_customer: GatewayCustomerTable;
  deposit_refund: DepositRefundTable;
  gateway_event: GatewayEventTable;
  auto_top_up: AutoTopUpTable;
  invoice_number: InvoiceNumberTable;
  invoice: InvoiceTable;
  payout: PayoutTable;
  earning_month: EarningMonthTable;
  earning_month_widget: EarningMonthWidgetTable;
  payout_approval: PayoutApprovalTable;
  payout_settings: PayoutSettingsTable;
  payout_export: PayoutExportTable;
  event_batch: EventBatchTable;
  settlement_checkpoint: SettlementCheckpointTable;
  seen_page: SeenPageTable;
  viewer_clicks: ViewerClicksTable;
  parked_event: ParkedEventTable;
  seen_horizon: SeenHorizonTable;
  settlement: SettlementTable;
  campaign_spend: CampaignSpendTable;
  ad_set_spend: AdSetSpendTable;
  ad_set_day_spend: AdSetDaySpendTable;
  spend_day: SpendDayTable;
  fact_batch: FactBatchTable;
  analytics_checkpoint: AnalyticsCheckpointTable;
  pacing_plan: PacingPlanTable;
  change_log: ChangeLogTable;
  notice_preference: NoticePreferenceTable;
  wallet_watch: WalletWatchTable;
  mail_attachment: MailAttachmentTable;
  campaign_month: CampaignMonthTable;
  spend_month: SpendMonthTable;
  saved_view: SavedViewTable;
  view_schedule: ViewScheduleTable;
  view_sample: ViewSampleTable;
  row_tally: RowTallyTable;
  page_view_batch: PageViewBatchTable;
  website_code: WebsiteCodeTable;
  campaign_code: CampaignCodeTable;
  code_hits: CodeHitsTable;
  code_problem: CodeProblemTable;
  website_traffic_day: WebsiteTrafficDayTable;
  campaign_visit: CampaignVisitTable;
  campaign_conversion: CampaignConversionTable;
  parked_visit: ParkedVisitTable;
};
