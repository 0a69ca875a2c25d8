import type {
  AccountCardView,
  AccountClosingTable,
  AccountInvitationTable,
  AccountMemberTable,
  AccountRoleTable,
  AccountTable,
  AccountTieTable,
  ApiKeyTable,
  AppUserTable,
  AuditLogTable,
  BillingDetailsTable,
  DataExportPartTable,
  DataExportTable,
  IdempotencyKeyTable,
  NetworkSettingsTable,
  PasskeyAnswerTable,
  PasskeyTable,
  RecoveryCodeTable,
  SessionTable,
  SignInAnswerTable,
  SignInLinkTable,
  SignInPlaceTable,
  SigningKeyTable,
  SignUpRequestTable,
  UserLinkTable,
  UserRoleTable,
  ViewerSaltTable,
} from './schema/accounts.ts';
import type {
  AdSetTable,
  CampaignDraftTable,
  CampaignTable,
  CreativeAdSetTable,
  CreativeTable,
  ImageTable,
  ReviewCheckTable,
  ReviewSampleTable,
  ReviewSnapshotTable,
} from './schema/advertising.ts';
import type { AppealTable } from './schema/appeals.ts';
import type {
  AutoTopUpTable,
  DepositDisputeTable,
  DepositRefundTable,
  DepositTable,
  GatewayCustomerTable,
  GatewayEventTable,
  PaymentMethodTable,
} from './schema/card-payments.ts';
import type { ClosedMonthTable } from './schema/closed-month.ts';
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
import type {
  EarningTakeBackTable,
  MoneyCorrectionTable,
  SpendRefundLineTable,
} from './schema/corrections.ts';
import type { DeliveryNetworksTable, ViewSampleTable } from './schema/diagnostics.ts';
import type { AlarmSettingsTable, DeliveryMinuteTable, NetworkAlarmTable } from './schema/health.ts';
import type {
  InvoiceNumberTable,
  InvoiceSeriesTable,
  InvoiceTable,
  LedgerAccountTable,
  LedgerEntryTable,
  LedgerTransactionTable,
} from './schema/ledger.ts';
import type { AccountLookTable } from './schema/looks.ts';
import type { MinimumBidCardTable, MinimumBidTable, MinimumBidTierTable } from './schema/minimum-bids.ts';
import type {
  CampaignLimitTable,
  CampaignMonthTable,
  DigestItemTable,
  DigestTurnTable,
  MailAttachmentTable,
  MailOutboxTable,
  NoticePreferenceTable,
  NotificationTable,
  SavedViewTable,
  SpendMonthTable,
  ViewScheduleTable,
  WalletWatchTable,
} from './schema/notices.ts';
import type {
  EarningMonthTable,
  EarningMonthWidgetTable,
  PaymentProfileTable,
  PayoutApprovalTable,
  PayoutExportTable,
  PayoutSettingsTable,
  PayoutTable,
  SelfBillingAgreementTable,
} from './schema/payouts.ts';
import type { AdReportTable, WidgetBlockTable } from './schema/publisher-widgets.ts';
import type {
  AdsTxtCheckTable,
  PublisherSettingsTable,
  WebsiteBlockTable,
  WebsiteTable,
  WidgetSizeTable,
  WidgetTable,
} from './schema/publishing.ts';
import type { ReachBatchTable, ReachDayTable, ReachStateTable } from './schema/reach.ts';
import type { ReconciliationTable } from './schema/reconciliation.ts';
import type { RecordNoteTable, RecordTagTable } from './schema/record-notes.ts';
import type { RowTallyTable } from './schema/row-tally.ts';
import type {
  AdSetDaySpendTable,
  AdSetSpendTable,
  AnalyticsCheckpointTable,
  CampaignSpendTable,
  ChangeLogTable,
  EventBatchTable,
  FactBatchTable,
  PacingPlanTable,
  ParkedEventTable,
  SeenHorizonTable,
  SeenPageTable,
  SettlementCheckpointTable,
  SettlementPartTable,
  SettlementTable,
  SpendBatchTable,
  SpendDayTable,
  ViewerClicksTable,
} from './schema/settlement.ts';
import type { ShareRateTable } from './schema/share-rates.ts';
import type { TrafficRuleTable, TrafficSampleTable } from './schema/traffic.ts';
import type {
  WebhookAttemptTable,
  WebhookDeliveryTable,
  WebhookEndpointTable,
  WebhookEventTable,
} from './schema/webhooks.ts';
import type { WithholdingRateTable } from './schema/withholding.ts';

/**
 * The tables of migrations/, as the drivers hand them over: int4 → number, int8 → bigint, timestamptz → Date,
 * date → 'YYYY-MM-DD' text, bytea → Buffer. A database test holds schema/ against the migrated schema.
 */
export type Database = {
  app_user: AppUserTable;
  account: AccountTable;
  account_role: AccountRoleTable;
  account_member: AccountMemberTable;
  account_card: AccountCardView;
  account_invitation: AccountInvitationTable;
  sign_up_request: SignUpRequestTable;
  user_role: UserRoleTable;
  account_closing: AccountClosingTable;
  account_tie: AccountTieTable;
  session: SessionTable;
  api_key: ApiKeyTable;
  user_link: UserLinkTable;
  passkey: PasskeyTable;
  passkey_answer: PasskeyAnswerTable;
  sign_in_link: SignInLinkTable;
  sign_in_answer: SignInAnswerTable;
  sign_in_place: SignInPlaceTable;
  recovery_code: RecoveryCodeTable;
  billing_details: BillingDetailsTable;
  network_settings: NetworkSettingsTable;
  signing_key: SigningKeyTable;
  viewer_salt: ViewerSaltTable;
  audit_log: AuditLogTable;
  appeal: AppealTable;
  data_export: DataExportTable;
  data_export_part: DataExportPartTable;
  idempotency_key: IdempotencyKeyTable;
  mail_outbox: MailOutboxTable;
  notification: NotificationTable;
  campaign: CampaignTable;
  campaign_draft: CampaignDraftTable;
  ad_set: AdSetTable;
  image: ImageTable;
  creative: CreativeTable;
  creative_ad_set: CreativeAdSetTable;
  review_check: ReviewCheckTable;
  review_sample: ReviewSampleTable;
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
  deposit_dispute: DepositDisputeTable;
  gateway_event: GatewayEventTable;
  auto_top_up: AutoTopUpTable;
  invoice_number: InvoiceNumberTable;
  invoice_series: InvoiceSeriesTable;
  invoice: InvoiceTable;
  money_correction: MoneyCorrectionTable;
  spend_refund_line: SpendRefundLineTable;
  earning_take_back: EarningTakeBackTable;
  reconciliation: ReconciliationTable;
  closed_month: ClosedMonthTable;
  payout: PayoutTable;
  earning_month: EarningMonthTable;
  earning_month_widget: EarningMonthWidgetTable;
  self_billing_agreement: SelfBillingAgreementTable;
  payout_approval: PayoutApprovalTable;
  payout_settings: PayoutSettingsTable;
  payout_export: PayoutExportTable;
  event_batch: EventBatchTable;
  settlement_checkpoint: SettlementCheckpointTable;
  settlement_part: SettlementPartTable;
  seen_page: SeenPageTable;
  viewer_clicks: ViewerClicksTable;
  parked_event: ParkedEventTable;
  seen_horizon: SeenHorizonTable;
  settlement: SettlementTable;
  reach_batch: ReachBatchTable;
  reach_day: ReachDayTable;
  reach_state: ReachStateTable;
  campaign_spend: CampaignSpendTable;
  ad_set_spend: AdSetSpendTable;
  ad_set_day_spend: AdSetDaySpendTable;
  spend_day: SpendDayTable;
  spend_batch: SpendBatchTable;
  /** A view. */
  spend_line: SpendDayTable;
  fact_batch: FactBatchTable;
  analytics_checkpoint: AnalyticsCheckpointTable;
  pacing_plan: PacingPlanTable;
  change_log: ChangeLogTable;
  notice_preference: NoticePreferenceTable;
  wallet_watch: WalletWatchTable;
  campaign_limit: CampaignLimitTable;
  digest_item: DigestItemTable;
  digest_turn: DigestTurnTable;
  mail_attachment: MailAttachmentTable;
  campaign_month: CampaignMonthTable;
  spend_month: SpendMonthTable;
  saved_view: SavedViewTable;
  view_schedule: ViewScheduleTable;
  view_sample: ViewSampleTable;
  delivery_networks: DeliveryNetworksTable;
  delivery_minute: DeliveryMinuteTable;
  network_alarm: NetworkAlarmTable;
  alarm_settings: AlarmSettingsTable;
  account_look: AccountLookTable;
  record_note: RecordNoteTable;
  record_tag: RecordTagTable;
  share_rate: ShareRateTable;
  minimum_bid_card: MinimumBidCardTable;
  minimum_bid_tier: MinimumBidTierTable;
  minimum_bid: MinimumBidTable;
  withholding_rate: WithholdingRateTable;
  traffic_rule: TrafficRuleTable;
  traffic_sample: TrafficSampleTable;
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
  webhook_endpoint: WebhookEndpointTable;
  webhook_event: WebhookEventTable;
  webhook_delivery: WebhookDeliveryTable;
  webhook_attempt: WebhookAttemptTable;
};
