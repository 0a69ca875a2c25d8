-- What the operator filters beside what Placard knows by itself. Followed by the ad servers.
create table traffic_rule (
  id integer generated always as identity primary key,
  field text not null check (field in ('network', 'user_agent', 'page_domain', 'website_domain', 'country')),
  value text not null check (length(value) between 1 and 255),
  label text not null check (length(label) between 1 and 100),
  enabled boolean not null,
  created_at timestamptz not null,
  version integer not null default 1,
  unique (field, value)
);

-- A few of the events, so that a rule can be tried before it applies and reasons can be looked at: networks instead of
-- addresses, no viewer, nothing older than two days.
create table traffic_sample (
  id bigint generated always as identity primary key,
  at timestamptz not null,
  shard integer not null,
  kind smallint not null,
  -- 0: it was not filtered
  reason smallint not null,
  -- how many events it stands for; 0: an example of its reason beside the sample
  weight integer not null check (weight >= 0),
  -- 0: of a token that is not ours
  widget_id integer not null,
  network text not null,
  user_agent text not null,
  page_host text not null,
  country text not null,
  -- what it costs unless settlement filters or caps it
  charge_micros bigint not null check (charge_micros >= 0)
);
create index traffic_sample_at on traffic_sample (at);
create index traffic_sample_reason on traffic_sample (reason, at desc) where reason > 0;
