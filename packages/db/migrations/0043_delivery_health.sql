-- What each ad server did within a minute, as it tells every few seconds; the newest of each says how it is now.
create table delivery_minute (
  minute timestamptz not null,
  shard integer not null,
  -- calls, each of one page, and the widget views in them
  requests bigint not null,
  views bigint not null,
  filled bigint not null,
  -- impressions, viewable ones and clicks, and how many of them delivery filtered
  events bigint not null,
  filtered bigint not null,
  -- decisions that were timed, by class of duration
  latency bigint[] not null,
  spool_bytes bigint not null,
  spool_faults bigint not null,
  disk_free_bytes bigint,
  disk_total_bytes bigint,
  told_at timestamptz not null,
  primary key (minute, shard)
);

-- What is beyond a threshold, or was until lately.
create table network_alarm (
  kind text primary key,
  level text not null check (level in ('stop', 'look')),
  first_seen_at timestamptz not null,
  last_seen_at timestamptz not null check (last_seen_at >= first_seen_at),
  -- null: it has not lasted long enough to tell anybody
  told_at timestamptz
);

-- From where on operators are told; null: never of this.
create table alarm_settings (
  only_row boolean primary key default true check (only_row),
  settlement_seconds integer not null default 60 check (settlement_seconds between 10 and 86400),
  disk_bp integer not null default 500 check (disk_bp between 100 and 5000),
  fill_bp integer check (fill_bp between 1 and 10000),
  filtered_bp integer default 5000 check (filtered_bp between 1 and 10000),
  latency_ms integer default 100 check (latency_ms between 1 and 500),
  spool_megabytes integer default 256 check (spool_megabytes between 1 and 1000000),
  over_delivered_bp integer default 500 check (over_delivered_bp between 1 and 10000),
  version integer not null default 1
);
insert into alarm_settings default values;
