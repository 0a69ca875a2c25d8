-- With several settlers: events that are judged, by the settler that has their advertisers, until it has settled them.
create table settlement_part (
  -- given out when it was judged: reports take facts up to the lowest that waits
  settlement_id bigint primary key,
  -- how many settlers there were, and which of them, from 0
  settlers smallint not null check (settlers between 2 and 16),
  slice smallint not null check (slice >= 0 and slice < settlers),
  judged_at timestamptz not null,
  event_count integer not null check (event_count > 0),
  -- zstd of records as event-record.ts lays them out, with the verdict in the place of the reason
  body bytea not null
);
-- Packed already, and gone within a second.
alter table settlement_part alter column body set storage external;
