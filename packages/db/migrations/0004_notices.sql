-- Notices: what an account is told at the bell, and by mail where it wants that.

-- Names the condition: of several notices of a kind with the same key an account gets one.
alter table notification add column dedup_key text;
create unique index notification_once on notification (user_id, kind, dedup_key) where dedup_key is not null;
create index notification_unread on notification (user_id) where read_at is null;

create table notice_preference (
  user_id integer not null references app_user,
  kind text not null,
  mail boolean not null,
  primary key (user_id, kind)
);

-- Where a wallet stood when it was last looked at: a notice is due at the step down, not while it stays there.
create table wallet_watch (
  advertiser_id integer primary key references app_user,
  level text not null check (level in ('above', 'low', 'empty')),
  changed_at timestamptz not null
);
-- Nobody is told now what has been so for long.
insert into wallet_watch (advertiser_id, level, changed_at)
select owner_id, case when balance_micros > 0 then 'low' else 'empty' end, now()
  from ledger_account where kind = 'advertiser_wallet';

-- A mail may have a table and files, and a link that ends mails of its kind.
alter table mail_outbox add column body_html text;
alter table mail_outbox add column unsubscribe_url text;
create table mail_attachment (
  mail_id bigint not null references mail_outbox on delete cascade,
  name text not null check (length(name) between 1 and 200),
  media_type text not null,
  content bytea not null,
  primary key (mail_id, name)
);

-- What settlement charged for events of a month of the network's time zone, and what of it stands on an invoice.
-- No foreign key: settlement has just read the campaign, and nothing deletes one.
create table campaign_month (
  campaign_id integer not null,
  month date not null check (extract(day from month) = 1),
  charged_micros bigint not null default 0 check (charged_micros >= 0),
  invoiced_micros bigint not null default 0 check (invoiced_micros between 0 and charged_micros),
  primary key (month, campaign_id)
) with (fillfactor = 75);
-- Before this table a day was one of the advertiser's calendar: at the edges of a month those days stand for the network's.
insert into campaign_month (campaign_id, month, charged_micros)
select a.campaign_id, date_trunc('month', s.day)::date, sum(s.charged_micros)
  from spend_day s join ad_set a on a.id = s.ad_set_id
 group by 1, 2 having sum(s.charged_micros) > 0;

-- A month of an advertiser that was closed. Invoices are in cents: what is below one is carried to the next month.
create table spend_month (
  advertiser_id integer not null references app_user,
  month date not null check (extract(day from month) = 1),
  charged_micros bigint not null check (charged_micros > 0),
  carried_in_micros bigint not null check (carried_in_micros between 0 and 9999),
  carried_out_micros bigint not null check (carried_out_micros between 0 and 9999),
  -- null: all of it together is less than a cent
  invoice_number integer unique references invoice,
  closed_at timestamptz not null default now(),
  primary key (advertiser_id, month)
);

-- The state of a report's address under a name.
create table saved_view (
  id integer generated always as identity primary key,
  user_id integer not null references app_user,
  screen text not null check (screen in ('statistics', 'publisher_report')),
  name text not null check (length(name) between 1 and 100),
  search jsonb not null default '{}',
  is_default boolean not null default false,
  last_sent_by_hand_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  version integer not null default 1
);
create unique index saved_view_name on saved_view (user_id, screen, lower(name));
create unique index saved_view_default on saved_view (user_id, screen) where is_default;

-- When a view is mailed: a local time of the account, the day after which rule, and the next instant that makes.
create table view_schedule (
  view_id integer primary key references saved_view on delete cascade,
  every text not null check (every in ('day', 'week', 'month')),
  weekday smallint check (weekday between 1 and 7),
  minute_of_day smallint not null check (minute_of_day between 0 and 1439),
  next_due_at timestamptz not null,
  last_sent_at timestamptz,
  check ((every = 'week') = (weekday is not null))
);
create index view_schedule_due on view_schedule (next_due_at);
