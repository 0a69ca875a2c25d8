-- From which kinds of device and networks somebody signed in: keyed hashes, by which nobody is found.
create table sign_in_place (
  user_id integer not null references app_user,
  place_hash bytea not null check (length(place_hash) = 32),
  first_at timestamptz not null,
  last_at timestamptz not null check (last_at >= first_at),
  primary key (user_id, place_hash)
);

-- What keeps a campaign from spending, while it does: told once, until it was free of it for a while.
create table campaign_limit (
  campaign_id integer not null references campaign,
  reason text not null check (reason in ('budget', 'bid')),
  since timestamptz not null,
  last_seen_at timestamptz not null check (last_seen_at >= since),
  primary key (campaign_id, reason)
);
