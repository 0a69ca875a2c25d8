-- Shares of what is charged, for a time: of one website, one publisher, or the whole network. Where none holds,
-- network_settings.publisher_share_bp does, so all that is there keeps the share it has. Kept when they are over.
create table share_rate (
  id integer generated always as identity primary key,
  publisher_id integer references account (id),
  website_id integer references website (id),
  share_bp integer not null check (share_bp between 0 and 10000),
  from_at timestamptz not null,
  until_at timestamptz check (until_at > from_at),
  reason text not null check (length(reason) between 3 and 500),
  created_at timestamptz not null,
  created_by integer not null references app_user (id),
  check (publisher_id is null or website_id is null)
);
-- One may begin at an instant.
create unique index share_rate_start on share_rate (coalesce(publisher_id, 0), coalesce(website_id, 0), from_at);
create index share_rate_website on share_rate (website_id);

-- Ad servers sign the share of each decision.
create function log_share_change() returns trigger language plpgsql as $$
begin
  insert into change_log (kind, subject_id) values ('share', 0);
  perform pg_notify('placard_change', 'share');
  return null;
end $$;
create trigger log_share after insert or update or delete on share_rate
  for each statement execute function log_share_change();
