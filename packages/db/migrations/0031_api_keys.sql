-- A key lets a program act for an account as the member who made it. Of the key itself only a hash is kept. Who leaves the
-- account takes their keys along, so that coming back wakes none of them.
create table api_key (
  id integer generated always as identity primary key,
  account_id integer not null,
  user_id integer not null,
  name text not null check (length(name) between 1 and 100),
  hint text not null check (length(hint) <= 20),
  token_sha256 bytea not null unique,
  scopes text[] not null check (cardinality(scopes) > 0 and scopes <@ array['read', 'work', 'money']),
  created_at timestamptz not null default now(),
  -- null: works until it is revoked
  expires_at timestamptz,
  last_used_at timestamptz,
  last_used_ip text,
  foreign key (account_id, user_id) references account_member on delete cascade
);
create index api_key_of_member on api_key (account_id, user_id);

-- By which key somebody acted. No reference: keys go, the log stays.
alter table audit_log add column api_key_id integer;
