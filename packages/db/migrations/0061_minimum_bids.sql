-- Least bids by type of widget and tier of countries. A card holds from its instant until the next one's; without any card
-- every bid will do, as before. Cards are kept when they are over.
create table minimum_bid_card (
  id integer generated always as identity primary key,
  -- One may begin at an instant.
  from_at timestamptz not null unique,
  reason text not null check (length(reason) between 3 and 500),
  created_at timestamptz not null,
  created_by integer not null references app_user (id)
);
-- Tiers that name their countries; all other countries are the tier after the last of them.
create table minimum_bid_tier (
  card_id integer not null references minimum_bid_card (id) on delete cascade,
  tier integer not null check (tier between 0 and 4),
  name text not null check (length(name) between 1 and 40),
  countries text[] not null check (cardinality(countries) between 1 and 250),
  primary key (card_id, tier)
);
create table minimum_bid (
  card_id integer not null references minimum_bid_card (id) on delete cascade,
  widget_type text not null check (widget_type in ('banner', 'native', 'video', 'floating_sticky_ad')),
  tier integer not null check (tier between 0 and 5),
  cpm_micros bigint check (cpm_micros between 1 and 1000000000),
  cpc_micros bigint check (cpc_micros between 1 and 1000000000),
  primary key (card_id, widget_type, tier),
  check (cpm_micros is not null or cpc_micros is not null)
);

-- Ad servers keep the cards.
create function log_minimum_bids_change() returns trigger language plpgsql as $$
begin
  insert into change_log (kind, subject_id) values ('minimum_bids', 0);
  perform pg_notify('placard_change', 'minimum_bids');
  return null;
end $$;
create trigger log_minimum_bids after insert or update or delete on minimum_bid_card
  for each statement execute function log_minimum_bids_change();
