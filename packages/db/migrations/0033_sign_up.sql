-- Who may make an account without being invited, and which terms they accept for it.
alter table network_settings
  add column sign_up text not null default 'closed' check (sign_up in ('closed', 'approval', 'open')),
  add column terms_url text not null default '' check (terms_url = '' or terms_url ~ '^https?://');

-- Somebody who asked for an account and is none yet: first the address is confirmed by a mailed link, of which only the
-- token's SHA-256 is kept; where the operator approves, it then waits with name and password.
create table sign_up_request (
  id integer generated always as identity primary key,
  email text not null unique check (email = lower(email) and length(email) between 3 and 254),
  roles text[] not null check (roles <@ array['advertiser', 'publisher'] and cardinality(roles) > 0),
  company text check (length(company) <= 200),
  terms_url text not null default '',
  token_sha256 bytea unique check (length(token_sha256) = 32),
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  confirmed_at timestamptz,
  first_name text check (length(first_name) <= 100),
  last_name text check (length(last_name) <= 100),
  password_hash text,
  check ((confirmed_at is null) = (password_hash is null)),
  check ((confirmed_at is null) <> (token_sha256 is null))
);
create index sign_up_request_waiting on sign_up_request (confirmed_at) where confirmed_at is not null;

alter table mail_outbox drop constraint mail_outbox_without_links;
alter table mail_outbox add constraint mail_outbox_without_links
  check (concat(body_text, body_html) !~ '/(invite|reset-password|confirm-email|join|signup)\?token=[A-Za-z0-9_-]') not valid;
