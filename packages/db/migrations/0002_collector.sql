-- The collector: page views of publishers' websites, visits and conversions of advertisers' campaigns.

-- Rows of fact_batch.body: 1 = the 96 bytes of the first release, 2 = with visits and conversions behind them.
alter table fact_batch add column layout smallint not null default 1 check (layout between 1 and 2);

-- Page views of one settlement, aggregated; what fact_batch is to events. Body: apps/server/src/settlement/page-views.ts.
-- Kept for 400 days, as long as the statistics made of it.
create table page_view_batch (
  settlement_id bigint primary key references settlement,
  settled_at timestamptz not null,
  fact_count integer not null,
  body bytea not null
);
alter table page_view_batch alter column body set storage external;
create index page_view_batch_settled on page_view_batch (settled_at);

-- When and where the analytics code was seen. Campaigns and websites have tables of their own for it: a write to
-- them would make every delivery process read them again.
alter table campaign drop column analytics_seen_at;
alter table website drop column analytics_seen_at;

create table website_code (
  website_id integer primary key references website,
  first_seen_at timestamptz not null,
  last_seen_at timestamptz not null,
  -- first call from a page of the website's own domain
  own_domain_at timestamptz
);

create table campaign_code (
  campaign_id integer primary key references campaign,
  first_seen_at timestamptz not null,
  last_seen_at timestamptz not null,
  visit_count bigint not null default 0,
  conversion_count bigint not null default 0,
  last_conversion_at timestamptz,
  -- conversions of visitors who came by no ad of this network: nothing to count, but the code works
  unattributed_count bigint not null default 0,
  filtered_count bigint not null default 0
);

-- Calls by minute, for the live check; kept for two hours.
create table code_hits (
  subject_kind text not null check (subject_kind in ('website', 'campaign')),
  subject_id integer not null,
  minute integer not null,
  hits integer not null,
  primary key (subject_kind, subject_id, minute)
);

-- One row a subject and problem, so that nobody can fill it.
create table code_problem (
  subject_kind text not null check (subject_kind in ('website', 'campaign')),
  subject_id integer not null,
  problem text not null check (problem in ('wrong_site', 'other_currency', 'other_campaign', 'late_conversion', 'click_not_counted')),
  -- what the last one was: the other domain or currency
  detail text not null default '' check (length(detail) <= 253),
  count bigint not null,
  first_at timestamptz not null,
  last_at timestamptz not null,
  primary key (subject_kind, subject_id, problem)
);

-- Counted page views by UTC day: the measured traffic of the website list.
create table website_traffic_day (
  website_id integer not null references website,
  day date not null,
  views bigint not null,
  primary key (website_id, day)
);

-- Clicks whose landing was seen: a click's visit counts once. Kept until the click's conversion window is over.
create table campaign_visit (
  shard integer not null,
  minute integer not null,
  sequence bigint not null,
  campaign_id integer not null references campaign,
  visited_at timestamptz not null,
  primary key (shard, minute, sequence)
);

-- Counted conversions: an order counts once per campaign, a call without order id once per click.
create table campaign_conversion (
  id bigint generated always as identity primary key,
  campaign_id integer not null references campaign,
  shard integer not null,
  minute integer not null,
  sequence bigint not null,
  order_id text check (length(order_id) between 1 and 64),
  converted_at timestamptz not null,
  -- micros of the network's currency; null where no value or one in another currency was given
  value_micros bigint check (value_micros >= 0),
  currency text check (currency ~ '^[A-Z]{3}$')
);
create unique index campaign_conversion_order on campaign_conversion (campaign_id, order_id) where order_id is not null;
create unique index campaign_conversion_click on campaign_conversion (shard, minute, sequence) where order_id is null;
create index campaign_conversion_campaign on campaign_conversion (campaign_id, id desc);

-- Visits and conversions that came before their click was settled: the processes share their port.
create table parked_visit (
  id bigint generated always as identity primary key,
  parked_at timestamptz not null,
  -- the record as event-record.ts lays it out
  record bytea not null
);
