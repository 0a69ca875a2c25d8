import type { ReportScreen } from '@placard/domain/analytics/report-offers';
import type { SpendingLimit } from '@placard/domain/campaign/limit';
import type { Language } from '@placard/domain/language';
import type { Cadence } from '@placard/domain/report-view/due';
import type { ViewSearch } from '@placard/domain/report-view/view-search';
import type { Generated, GeneratedAlways } from 'kysely';
import type { Json, Timestamp } from './column-types.ts';

export type NoticePreferenceTable = {
  user_id: number;
  kind: string;
  mail: boolean;
  in_app: Generated<boolean>;
  /** Mails of it wait for the day's digest. */
  digest: Generated<boolean>;
};

export type DigestItemTable = {
  id: GeneratedAlways<bigint>;
  user_id: number;
  account_id: number | null;
  kind: string;
  subject: string;
  body_text: string;
  created_at: Date;
  way: string | null;
};

export type DigestTurnTable = { user_id: number; account_id: number | null; sent_for: Date };

export type WalletWatchTable = {
  advertiser_id: number;
  level: 'above' | 'low' | 'empty';
  changed_at: Date;
};

export type CampaignLimitTable = {
  campaign_id: number;
  reason: SpendingLimit;
  since: Date;
  last_seen_at: Date;
};

export type MailAttachmentTable = { mail_id: bigint; name: string; media_type: string; content: Buffer };

export type CampaignMonthTable = {
  campaign_id: number;
  month: string;
  charged_micros: Generated<bigint>;
  invoiced_micros: Generated<bigint>;
};

export type SpendMonthTable = {
  advertiser_id: number;
  month: string;
  charged_micros: bigint;
  carried_in_micros: bigint;
  carried_out_micros: bigint;
  invoice_number: number | null;
  closed_at: Timestamp;
};

export type SavedViewTable = {
  id: GeneratedAlways<number>;
  user_id: number;
  account_id: number;
  screen: ReportScreen;
  name: string;
  search: Json<ViewSearch>;
  is_default: Generated<boolean>;
  last_sent_by_hand_at: Date | null;
  created_at: Timestamp;
  updated_at: Timestamp;
  version: Generated<number>;
};

export type ViewScheduleTable = {
  view_id: number;
  every: Cadence;
  weekday: number | null;
  minute_of_day: number;
  next_due_at: Date;
  last_sent_at: Date | null;
  /** Since when its question is refused, as its owner was told; null while it is mailed. */
  refused_at: Generated<Date | null>;
  /** The turn that is owed while it is tried again; null while that is the next. */
  turn_at: Generated<Date | null>;
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
  /** What is really sent, while it holds a one-time link and waits. */
  sealed: Buffer | null;
  notice_kind: string | null;
  notice_user_id: number | null;
  /** A path of the dashboard, where its words name no address. */
  way: string | null;
  /** What it is written in; null of mails of before. */
  language: Language | null;
};

export type NotificationTable = {
  id: GeneratedAlways<number>;
  user_id: number;
  /** Null for what is about the network, told to who runs it. */
  account_id: number | null;
  kind: string;
  detail: Json;
  created_at: Timestamp;
  read_at: Date | null;
  /** Whether its reader wanted this kind at the bell. */
  in_app: Generated<boolean>;
  dedup_key: string | null;
};
