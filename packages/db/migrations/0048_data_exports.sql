-- What somebody asked to be given of their data: an archive that a job makes, kept for days and for nobody else.
create table data_export (
  id integer generated always as identity primary key,
  account_id integer not null references account,
  user_id integer not null references app_user,
  scope text not null check (scope in ('account', 'person')),
  status text not null default 'waiting' check (status in ('waiting', 'ready', 'failed')),
  asked_at timestamptz not null,
  ready_at timestamptz,
  expires_at timestamptz,
  size_bytes bigint,
  check ((status = 'ready') = (ready_at is not null and expires_at is not null and size_bytes is not null))
);
-- one at a time, and the one of before goes with the next
create unique index data_export_of on data_export (user_id, account_id);
create index data_export_waiting on data_export (id) where status = 'waiting';

create table data_export_part (
  export_id integer not null references data_export on delete cascade,
  part integer not null,
  content bytea not null,
  primary key (export_id, part)
);
