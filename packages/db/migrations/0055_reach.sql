-- Who saw counted impressions of a settlement, by day of UTC: kept until the day is closed, and in no backup.
create table reach_batch (
  settlement_id bigint not null references settlement,
  day date not null,
  row_count integer not null,
  body bytea not null,
  primary key (settlement_id, day)
);
alter table reach_batch alter column body set storage external;
create index reach_batch_by_day on reach_batch (day);

-- How many viewers a day of UTC had, and how often each was shown something. Nothing else knows it once the day is closed.
create table reach_day (
  account_id integer not null,
  level text not null check (level in ('advertiser', 'campaign', 'ad_set', 'creative', 'publisher', 'website', 'widget')),
  subject_id integer not null,
  day date not null,
  viewers bigint not null check (viewers > 0),
  impressions bigint not null check (impressions >= viewers),
  -- viewers that were shown something once, twice, three or four times, five to nine times, ten times or more
  seen_1 bigint not null,
  seen_2 bigint not null,
  seen_3 bigint not null,
  seen_5 bigint not null,
  seen_10 bigint not null,
  primary key (account_id, level, subject_id, day),
  check (seen_1 + seen_2 + seen_3 + seen_5 + seen_10 = viewers)
);

create table reach_state (
  only_row boolean primary key default true check (only_row),
  -- days before this one are closed: what comes of them later is not counted
  open_from date not null default '1970-01-01',
  -- when the open days were counted last
  counted_at timestamptz
);
insert into reach_state default values;
