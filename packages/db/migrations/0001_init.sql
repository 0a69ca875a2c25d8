-- The whole control schema, the ledger, the event log and settlement's state.
-- Conventions: money is bigint micro-dollars (…_micros), ids are integer identities, times are timestamptz (…_at),
-- status columns hold the words of packages/domain/src/*/status.ts.

---------------------------------------------------------------- accounts

create table app_user (
  id integer generated always as identity primary key,
  email text not null check (email = lower(email) and length(email) between 3 and 254),
  password_hash text,
  first_name text not null default '' check (length(first_name) <= 100),
  last_name text not null default '' check (length(last_name) <= 100),
  phone text check (length(phone) <= 40),
  company text check (length(company) <= 200),
  status text not null default 'inactive' check (status in ('active', 'inactive', 'suspended')),
  time_zone text not null default 'UTC',
  totp_secret_sealed bytea,
  created_at timestamptz not null default now(),
  last_login_at timestamptz,
  version integer not null default 1
);
create unique index app_user_email on app_user (email);

create table user_role (
  user_id integer not null references app_user,
  role text not null check (role in ('advertiser', 'publisher', 'operator')),
  primary key (user_id, role)
);

create table session (
  id integer generated always as identity primary key,
  -- SHA-256 of the bearer token: the token itself is never stored
  token_sha256 bytea not null check (length(token_sha256) = 32),
  user_id integer not null references app_user,
  created_at timestamptz not null default now(),
  last_seen_at timestamptz not null default now(),
  expires_at timestamptz not null,
  user_agent text not null default '' check (length(user_agent) <= 400)
);
create unique index session_token on session (token_sha256);
create index session_of_user on session (user_id);

create table user_link (
  id integer generated always as identity primary key,
  kind text not null check (kind in ('invite', 'reset', 'verify', 'bootstrap')),
  token_sha256 bytea not null unique check (length(token_sha256) = 32),
  user_id integer references app_user,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  used_at timestamptz
);

create table network_settings (
  only_row boolean primary key default true check (only_row),
  network_name text not null default 'Placard',
  currency text not null default 'USD' check (currency ~ '^[A-Z]{3}$'),
  time_zone text not null default 'UTC',
  publisher_share_bp integer not null default 7000 check (publisher_share_bp between 0 and 10000),
  -- rate card: used where an ad set has no bid of its own
  cpm_micros bigint not null default 2000000 check (cpm_micros > 0),
  cpc_micros bigint not null default 200000 check (cpc_micros > 0),
  min_payout_micros bigint not null default 50000000 check (min_payout_micros >= 0),
  low_balance_micros bigint not null default 50000000 check (low_balance_micros >= 0),
  min_deposit_micros bigint not null default 10000000 check (min_deposit_micros > 0),
  bank_transfer_details text not null default '',
  signup_enabled boolean not null default true,
  demo boolean not null default false,
  version integer not null default 1
);
insert into network_settings default values;

create table signing_key (
  -- carried in each decision token, so that a new key can be added while old tokens live
  id smallint primary key check (id between 1 and 255),
  secret bytea not null check (length(secret) = 32),
  created_at timestamptz not null default now()
);

create table audit_log (
  id bigint generated always as identity primary key,
  at timestamptz not null default now(),
  actor_user_id integer references app_user,
  actor_kind text not null check (actor_kind in ('advertiser', 'publisher', 'operator', 'system', 'visitor')),
  action text not null,
  subject_kind text not null,
  subject_id integer,
  -- what changed, as {field: {before, after}}; secrets are never put here
  detail jsonb not null default '{}'
);
create index audit_subject on audit_log (subject_kind, subject_id, id desc);
create index audit_at on audit_log (id desc);

create table idempotency_key (
  user_id integer not null references app_user,
  operation text not null,
  key text not null check (length(key) between 1 and 200),
  input_sha256 bytea not null,
  answer jsonb not null,
  created_at timestamptz not null default now(),
  primary key (user_id, operation, key)
);

create table mail_outbox (
  id bigint generated always as identity primary key,
  to_email text not null,
  subject text not null,
  body_text text not null,
  created_at timestamptz not null default now(),
  sent_at timestamptz,
  attempts smallint not null default 0,
  next_attempt_at timestamptz not null default now(),
  last_error text
);
create index mail_outbox_waiting on mail_outbox (id) where sent_at is null;

create table notification (
  id integer generated always as identity primary key,
  user_id integer not null references app_user,
  kind text not null,
  detail jsonb not null default '{}',
  created_at timestamptz not null default now(),
  read_at timestamptz
);
create index notification_user on notification (user_id, id desc);

---------------------------------------------------------------- advertiser

create table campaign (
  id integer generated always as identity primary key,
  advertiser_id integer not null references app_user,
  name text not null check (length(name) between 1 and 200),
  objective text not null check (objective in ('BRAND_AWARENESS', 'TRAFFIC')),
  description text not null default '' check (length(description) <= 2000),
  total_budget_micros bigint not null check (total_budget_micros > 0),
  daily_budget_micros bigint check (daily_budget_micros > 0),
  -- calendar days in the account's time zone, both included
  start_date date not null,
  end_date date,
  status text not null default 'paused'
    check (status in ('paused', 'pending', 'active', 'rejected', 'cancelled', 'completed', 'archived')),
  submitted_at timestamptz,
  approved_at timestamptz,
  rejection_code text,
  rejection_text text,
  analytics_key text not null unique check (length(analytics_key) >= 16),
  analytics_seen_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  version integer not null default 1,
  check (end_date is null or end_date >= start_date),
  check (daily_budget_micros is null or daily_budget_micros <= total_budget_micros)
);
create index campaign_advertiser on campaign (advertiser_id, id desc);
create index campaign_pending on campaign (submitted_at) where status = 'pending';

create table campaign_draft (
  user_id integer primary key references app_user,
  step text not null check (step in ('setting', 'target')),
  content jsonb not null,
  updated_at timestamptz not null default now(),
  version integer not null default 1
);

create table ad_set (
  id integer generated always as identity primary key,
  campaign_id integer not null references campaign,
  name text not null check (length(name) between 1 and 200),
  description text not null default '' check (length(description) <= 2000),
  total_budget_micros bigint not null check (total_budget_micros > 0),
  daily_budget_micros bigint check (daily_budget_micros > 0),
  -- ISO 3166-1 alpha-2, empty = everywhere
  locations text[] not null default '{}',
  devices text[] not null default '{desktop,mobile,tablet}'
    check (devices <@ array['desktop', 'mobile', 'tablet'] and cardinality(devices) > 0),
  -- ISO 639-1, empty = any
  languages text[] not null default '{}',
  -- minutes of the day in the account's time zone; start = end means all day; start > end runs over midnight
  start_minute smallint not null default 0 check (start_minute between 0 and 1439),
  end_minute smallint not null default 0 check (end_minute between 0 and 1439),
  -- 1 = Monday … 7 = Sunday
  days_of_week smallint[] not null default '{1,2,3,4,5,6,7}'
    check (days_of_week <@ array[1, 2, 3, 4, 5, 6, 7]::smallint[] and cardinality(days_of_week) > 0),
  -- CPM or CPC by the campaign's objective; null = the operator's rate card
  bid_micros bigint check (bid_micros > 0),
  frequency_cap_per_day smallint check (frequency_cap_per_day between 1 and 1000),
  archived_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  version integer not null default 1,
  check (daily_budget_micros is null or daily_budget_micros <= total_budget_micros)
);
create index ad_set_campaign on ad_set (campaign_id);

create table image (
  id integer generated always as identity primary key,
  owner_id integer not null references app_user,
  -- name of the file in the image store: content hash and extension of the rewritten image
  file_key text not null,
  width_px integer not null,
  height_px integer not null,
  size_bytes integer not null check (size_bytes between 1 and 5242880),
  media_type text not null check (media_type in ('image/jpeg', 'image/png', 'image/webp')),
  created_at timestamptz not null default now()
);
create unique index image_owner_key on image (owner_id, file_key);

create table creative (
  id integer generated always as identity primary key,
  advertiser_id integer not null references app_user,
  name text not null check (length(name) between 3 and 99),
  description text not null default '' check (length(description) <= 2000),
  type text not null check (type in ('image', 'third_party')),
  width_px integer not null check (width_px between 20 and 2000),
  height_px integer not null check (height_px between 20 and 2000),
  image_id integer references image,
  alt_text text not null default '' check (length(alt_text) <= 300),
  click_url text check (length(click_url) <= 2000),
  ad_code text check (length(ad_code) <= 100000),
  status text not null default 'pending'
    check (status in ('paused', 'pending', 'active', 'rejected', 'cancelled', 'completed', 'archived')),
  approved_at timestamptz,
  rejection_code text,
  rejection_text text,
  -- names the third-party frame in public addresses
  public_key text not null unique check (length(public_key) >= 16),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  version integer not null default 1,
  check ((type = 'image' and image_id is not null and click_url is not null and ad_code is null)
      or (type = 'third_party' and ad_code is not null and image_id is null))
);
create index creative_advertiser on creative (advertiser_id, id desc);
create index creative_pending on creative (updated_at) where status = 'pending';

create table creative_ad_set (
  creative_id integer not null references creative,
  ad_set_id integer not null references ad_set,
  assigned_at timestamptz not null default now(),
  primary key (creative_id, ad_set_id)
);
create index creative_ad_set_ad_set on creative_ad_set (ad_set_id);

-- What the operator saw when approving, to show what changed since.
create table review_snapshot (
  subject_kind text not null check (subject_kind in ('campaign', 'creative', 'website')),
  subject_id integer not null,
  content jsonb not null,
  approved_at timestamptz not null default now(),
  primary key (subject_kind, subject_id)
);

---------------------------------------------------------------- publisher

create table website (
  id integer generated always as identity primary key,
  publisher_id integer not null references app_user,
  domain text not null check (domain = lower(domain) and length(domain) between 3 and 253),
  categories text[] not null check (cardinality(categories) between 1 and 5),
  -- either a preset range of the specification (its code) or a number
  traffic_range text,
  monthly_traffic integer not null check (monthly_traffic between 1 and 100000000),
  status text not null default 'pending'
    check (status in ('pending', 'active', 'suspended', 'rejected', 'archived')),
  suspended_by text check (suspended_by in ('publisher', 'operator')),
  approved_at timestamptz,
  rejection_code text,
  rejection_text text,
  ads_txt_result text not null default 'unknown' check (ads_txt_result in ('ok', 'missing_line', 'unknown')),
  ads_txt_checked_at timestamptz,
  analytics_key text not null unique check (length(analytics_key) >= 16),
  analytics_seen_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  version integer not null default 1,
  check ((status = 'suspended') = (suspended_by is not null))
);
-- A deleted website frees its domain.
create unique index website_domain on website (domain) where status <> 'archived';
create index website_publisher on website (publisher_id, id desc);
create index website_pending on website (updated_at) where status = 'pending';

create table ads_txt_check (
  id integer generated always as identity primary key,
  website_id integer not null references website,
  checked_at timestamptz not null default now(),
  result text not null check (result in ('ok', 'missing_line', 'unknown')),
  found jsonb not null default '{}'
);
create index ads_txt_check_website on ads_txt_check (website_id, id desc);

create table widget (
  id integer generated always as identity primary key,
  website_id integer not null references website,
  type text not null check (type in ('banner', 'native', 'video', 'floating_sticky_ad')),
  name text not null check (length(name) between 1 and 200),
  heading_title text check (length(heading_title) <= 200),
  floor_cpm_micros bigint check (floor_cpm_micros > 0),
  status text not null default 'active' check (status in ('active', 'suspended', 'archived')),
  -- in the snippet on the publisher's page; random, so that it tells nothing and cannot be guessed
  embed_key text not null unique check (length(embed_key) >= 16),
  seen_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  version integer not null default 1
);
create index widget_website on widget (website_id, id desc);

create table widget_size (
  widget_id integer not null references widget,
  position smallint not null,
  width_px integer not null check (width_px between 20 and 2000),
  height_px integer not null check (height_px between 20 and 2000),
  primary key (widget_id, position),
  unique (widget_id, width_px, height_px)
);

create table website_block (
  website_id integer not null references website,
  kind text not null check (kind in ('advertiser_domain', 'category', 'creative')),
  value text not null check (length(value) between 1 and 253),
  created_at timestamptz not null default now(),
  primary key (website_id, kind, value)
);

create table publisher_settings (
  user_id integer primary key references app_user,
  min_payout_micros bigint check (min_payout_micros > 0),
  auto_withdrawal boolean not null default false,
  version integer not null default 1
);

create table payment_profile (
  id integer generated always as identity primary key,
  publisher_id integer not null references app_user,
  name text not null check (length(name) between 1 and 100),
  type text not null check (type in ('bank_account', 'paypal')),
  -- account numbers and addresses, encrypted with the installation's key; never in clear text
  details_sealed bytea not null,
  -- what may be shown: last four characters and the like
  masked jsonb not null,
  is_default boolean not null default false,
  created_at timestamptz not null default now(),
  deleted_at timestamptz,
  version integer not null default 1
);
create unique index payment_profile_default on payment_profile (publisher_id) where is_default and deleted_at is null;
create index payment_profile_publisher on payment_profile (publisher_id);

---------------------------------------------------------------- ledger

create table ledger_account (
  id integer generated always as identity primary key,
  kind text not null check (kind in (
    'advertiser_wallet', 'publisher_pending', 'publisher_available', 'payouts_in_flight',
    'network_revenue', 'clearing_deposits', 'clearing_payouts', 'adjustments')),
  owner_id integer references app_user,
  -- sum of the account's entries, kept in the same transaction; money the network owes is positive
  balance_micros bigint not null default 0,
  entry_count bigint not null default 0,
  check ((kind in ('advertiser_wallet', 'publisher_pending', 'publisher_available', 'payouts_in_flight')) = (owner_id is not null)),
  check (kind not in ('advertiser_wallet', 'publisher_pending', 'publisher_available', 'payouts_in_flight') or balance_micros >= 0)
);
create unique index ledger_account_owner on ledger_account (owner_id, kind) where owner_id is not null;
create unique index ledger_account_network on ledger_account (kind) where owner_id is null;
insert into ledger_account (kind) values ('network_revenue'), ('clearing_deposits'), ('clearing_payouts'), ('adjustments');

create table ledger_transaction (
  id bigint generated always as identity primary key,
  kind text not null check (kind in (
    'deposit', 'settlement', 'month_close', 'payout_request', 'payout_complete', 'payout_return', 'refund', 'adjustment')),
  -- what it stands for, once: 'deposit:17', 'settlement:4711', 'payout:3:complete'
  reference text not null unique,
  at timestamptz not null default now(),
  detail jsonb not null default '{}'
);
-- Settlements come each second, everything else by hand: a wallet's list finds the few among the many.
create index ledger_transaction_by_hand on ledger_transaction (id) where kind <> 'settlement';

create table ledger_entry (
  transaction_id bigint not null references ledger_transaction,
  account_id integer not null references ledger_account,
  amount_micros bigint not null check (amount_micros <> 0),
  -- the account's balance right after this entry, and the entry's place in the account's own sequence
  balance_after_micros bigint not null,
  sequence bigint not null,
  primary key (account_id, sequence)
);
create index ledger_entry_transaction on ledger_entry (transaction_id);

-- Nobody writes an account's balance by hand: inserting an entry moves it, so both can never disagree.
create function ledger_entry_apply() returns trigger language plpgsql as $$
begin
  update ledger_account
     set balance_micros = balance_micros + new.amount_micros, entry_count = entry_count + 1
   where id = new.account_id
   returning balance_micros, entry_count into new.balance_after_micros, new.sequence;
  return new;
end $$;
create trigger ledger_entry_apply before insert on ledger_entry for each row execute function ledger_entry_apply();

-- What a statement adds to a transaction sums to 0. Per statement, not per row at commit: a settlement has thousands
-- of entries, and no moment exists in which a transaction is out of balance.
create function ledger_entries_balanced() returns trigger language plpgsql as $$
declare unbalanced record;
begin
  select transaction_id, sum(amount_micros) as total into unbalanced
    from added group by transaction_id having sum(amount_micros) <> 0 limit 1;
  if found then
    raise exception 'ledger transaction % does not balance: % micros', unbalanced.transaction_id, unbalanced.total
      using errcode = 'check_violation';
  end if;
  return null;
end $$;
create trigger ledger_entries_balanced after insert on ledger_entry
  referencing new table as added for each statement execute function ledger_entries_balanced();

create function append_only() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only', tg_table_name using errcode = 'restrict_violation';
end $$;
create trigger ledger_entry_append_only before update or delete or truncate on ledger_entry execute function append_only();
create trigger ledger_transaction_append_only before update or delete or truncate on ledger_transaction execute function append_only();
create trigger audit_log_append_only before update or delete or truncate on audit_log execute function append_only();

---------------------------------------------------------------- billing

create table deposit (
  id integer generated always as identity primary key,
  advertiser_id integer not null references app_user,
  gateway text not null check (gateway in ('manual', 'stripe', 'test_card')),
  amount_micros bigint not null check (amount_micros > 0 and amount_micros % 10000 = 0),
  reference text not null unique,
  gateway_id text,
  status text not null default 'pending' check (status in ('pending', 'confirmed', 'failed', 'cancelled')),
  created_at timestamptz not null default now(),
  decided_at timestamptz,
  decided_by integer references app_user,
  ledger_transaction_id bigint references ledger_transaction
);
create index deposit_advertiser on deposit (advertiser_id, id desc);
create index deposit_pending on deposit (id) where status = 'pending';
create unique index deposit_gateway_id on deposit (gateway, gateway_id) where gateway_id is not null;

create table payment_method (
  id integer generated always as identity primary key,
  advertiser_id integer not null references app_user,
  gateway text not null check (gateway in ('stripe', 'test_card')),
  gateway_id text not null,
  brand text not null,
  last4 text not null check (length(last4) = 4),
  expires_month smallint not null check (expires_month between 1 and 12),
  expires_year smallint not null,
  is_default boolean not null default false,
  created_at timestamptz not null default now(),
  removed_at timestamptz
);
create index payment_method_advertiser on payment_method (advertiser_id);

-- Gapless: the next number is taken in the transaction that writes the invoice.
create table invoice_number (only_row boolean primary key default true check (only_row), last_number integer not null default 0);
insert into invoice_number default values;

create table invoice (
  number integer primary key,
  advertiser_id integer not null references app_user,
  kind text not null check (kind in ('deposit', 'month')),
  deposit_id integer unique references deposit,
  month date,
  amount_cents bigint not null,
  currency text not null,
  detail jsonb not null default '{}',
  issued_at timestamptz not null default now(),
  unique (advertiser_id, month)
);

create table payout (
  id integer generated always as identity primary key,
  publisher_id integer not null references app_user,
  amount_micros bigint not null check (amount_micros > 0 and amount_micros % 10000 = 0),
  method text not null check (method in ('paypal', 'bank_transfer')),
  payment_profile_id integer not null references payment_profile,
  -- the profile's content when it was requested: later edits do not move money elsewhere
  details_sealed bytea not null,
  status text not null default 'pending' check (status in ('pending', 'processing', 'completed', 'failed', 'rejected')),
  automatic boolean not null default false,
  requested_at timestamptz not null default now(),
  processed_at timestamptz,
  completed_at timestamptz,
  decided_by integer references app_user,
  reason text,
  version integer not null default 1
);
create index payout_publisher on payout (publisher_id, id desc);
create index payout_open on payout (id) where status in ('pending', 'processing');

create table earning_month (
  publisher_id integer not null references app_user,
  -- first day of the month in the network's time zone
  month date not null check (extract(day from month) = 1),
  earned_micros bigint not null default 0 check (earned_micros >= 0),
  closed_at timestamptz,
  ledger_transaction_id bigint references ledger_transaction,
  primary key (publisher_id, month)
);

---------------------------------------------------------------- event log and settlement

-- Packed records as packages/contract/src/wire/event-record.ts lays them out. (shard, spool_offset) makes shipping idempotent.
create table event_batch (
  shard integer not null,
  -- byte offset of the batch's first record in the shard's spool, and the one after its last
  spool_offset bigint not null,
  spool_end bigint not null check (spool_end > spool_offset),
  record_count integer not null check (record_count > 0),
  body bytea not null,
  received_at timestamptz not null default now(),
  primary key (shard, spool_offset)
);
-- Read once and deleted soon: compressing it would cost more than it saves.
alter table event_batch alter column body set storage external;

create table settlement_checkpoint (
  shard integer primary key,
  -- everything before this spool offset is settled
  spool_offset bigint not null default 0
);

-- One bit per decision of a shard's minute and event kind: "was this one counted already?"
create table seen_page (
  shard integer not null,
  minute integer not null,
  kind smallint not null,
  -- decisions page * 32768 … page * 32768 + 32767 of the minute
  page integer not null,
  bits bytea not null check (length(bits) = 4096),
  primary key (shard, minute, kind, page)
);

-- Recent clicks per viewer hash for the rate ladder; times as unix seconds, newest last, at most 25.
create table viewer_clicks (
  viewer_hash bytea primary key check (length(viewer_hash) = 8),
  clicked_at_s integer[] not null check (cardinality(clicked_at_s) between 1 and 25),
  last_at timestamptz not null
);
create index viewer_clicks_last on viewer_clicks (last_at);

-- First uses that came before their impression: the processes share their port, so an impression can be on its way
-- in another shard's spool. They wait here until it is settled, or are judged without it when their time is over.
create table parked_event (
  shard integer not null,
  minute integer not null,
  sequence bigint not null,
  kind smallint not null,
  parked_at timestamptz not null,
  -- the record as event-record.ts lays it out
  record bytea not null check (length(record) = 64),
  primary key (shard, minute, sequence, kind)
);

-- Decisions before this minute have lost their bits: their events can no longer be told from repeats and are not billed.
create table seen_horizon (
  only_row boolean primary key default true check (only_row),
  minute integer not null default 0
);
insert into seen_horizon default values;

create table settlement (
  id bigint generated always as identity primary key,
  settled_at timestamptz not null default now(),
  event_count integer not null,
  charged_micros bigint not null
);

create table campaign_spend (
  campaign_id integer primary key references campaign,
  spent_micros bigint not null default 0 check (spent_micros >= 0)
);

create table ad_set_spend (
  ad_set_id integer primary key references ad_set,
  spent_micros bigint not null default 0 check (spent_micros >= 0),
  -- what a thousandth of the CPM price left over: 0 … 999 thousandths of a micro
  cpm_carry_thousandths integer not null default 0 check (cpm_carry_thousandths between 0 and 999),
  -- counted, not filtered: pacing learns from them how much a decision brings
  impression_count bigint not null default 0,
  viewable_count bigint not null default 0,
  click_count bigint not null default 0
);

create table ad_set_day_spend (
  ad_set_id integer not null references ad_set,
  -- calendar day in the advertiser's time zone when it was charged
  day date not null,
  spent_micros bigint not null default 0 check (spent_micros >= 0),
  primary key (ad_set_id, day)
);

-- The ledger's settlement entries by ad set, widget and day; reports are checked against it to the micro.
-- No foreign keys: settlement has just read both rows, nothing deletes them, and checking each of thousands of lines
-- a second again cost two thirds of the statement.
create table spend_day (
  day date not null,
  ad_set_id integer not null,
  widget_id integer not null,
  charged_micros bigint not null default 0,
  publisher_micros bigint not null default 0,
  network_micros bigint not null default 0,
  primary key (day, ad_set_id, widget_id),
  check (charged_micros = publisher_micros + network_micros)
) with (fillfactor = 75);

-- Outbox toward analytics: what one settlement counted, aggregated; written in its transaction, so none is lost or
-- doubled. Kept for good: analytics is rebuilt from it. Body: zstd of fixed rows, apps/server/src/settlement/facts.ts.
create table fact_batch (
  settlement_id bigint primary key references settlement,
  fact_count integer not null,
  body bytea not null
);
alter table fact_batch alter column body set storage external;

create table analytics_checkpoint (
  only_row boolean primary key default true check (only_row),
  -- every fact batch up to this one is in analytics
  settlement_id bigint not null default 0,
  -- end of the range that is being loaded: after a crash exactly this range is sent again, under the same token
  loading_to bigint check (loading_to > settlement_id),
  -- counted up to have analytics dropped and built anew; analytics knows the generation that it holds
  generation integer not null default 1
);
insert into analytics_checkpoint default values;

-- What each ad set may still spend and how fast, for every delivery process; packages/contract/src/wire/pacing-plan.ts.
create table pacing_plan (
  only_row boolean primary key default true check (only_row),
  version bigint not null default 0,
  body bytea not null default '',
  computed_at timestamptz not null default now()
);
insert into pacing_plan default values;

---------------------------------------------------------------- what delivery follows

-- Rows are read in commit order by comparing txid with the reader's snapshot: an identity alone would let a
-- slower transaction's lower id appear after the reader has passed it.
create table change_log (
  id bigint generated always as identity primary key,
  txid xid8 not null default pg_current_xact_id(),
  kind text not null,
  subject_id integer not null,
  at timestamptz not null default now()
);
create index change_log_txid on change_log (txid, id);

create function log_change() returns trigger language plpgsql as $$
declare row_data jsonb;
begin
  if tg_op = 'DELETE' then row_data := to_jsonb(old); else row_data := to_jsonb(new); end if;
  insert into change_log (kind, subject_id) values (tg_argv[0], (row_data ->> tg_argv[1])::integer);
  perform pg_notify('placard_change', tg_argv[0]);
  return null;
end $$;

create trigger log_user after insert or update of status, time_zone on app_user
  for each row execute function log_change('user', 'id');
create trigger log_campaign after insert or update on campaign
  for each row execute function log_change('campaign', 'id');
create trigger log_ad_set after insert or update on ad_set
  for each row execute function log_change('ad_set', 'id');
create trigger log_creative after insert or update on creative
  for each row execute function log_change('creative', 'id');
create trigger log_creative_ad_set after insert or delete on creative_ad_set
  for each row execute function log_change('creative', 'creative_id');
create trigger log_website after insert or update of status, publisher_id, domain on website
  for each row execute function log_change('website', 'id');
create trigger log_website_block after insert or delete on website_block
  for each row execute function log_change('website', 'website_id');
create trigger log_widget after insert or update of status, type, heading_title, floor_cpm_micros on widget
  for each row execute function log_change('widget', 'id');
create trigger log_widget_size after insert or update or delete on widget_size
  for each row execute function log_change('widget', 'widget_id');

create function log_settings_change() returns trigger language plpgsql as $$
begin
  insert into change_log (kind, subject_id) values ('settings', 0);
  perform pg_notify('placard_change', 'settings');
  return null;
end $$;
create trigger log_settings after update on network_settings for each row execute function log_settings_change();

-- A wallet that becomes empty or is filled again starts or stops serving: only the crossing is logged, not each charge.
create function log_wallet_change() returns trigger language plpgsql as $$
begin
  insert into change_log (kind, subject_id) values ('wallet', new.owner_id);
  perform pg_notify('placard_change', 'wallet');
  return null;
end $$;
create trigger log_wallet after update on ledger_account for each row
  when (new.kind = 'advertiser_wallet' and ((old.balance_micros > 0) <> (new.balance_micros > 0)))
  execute function log_wallet_change();
