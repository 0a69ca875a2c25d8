-- An invitation to act for an account: a mailed link, of which only the token's SHA-256 is kept. Whoever opens it signs in
-- with this address, or chooses a password for it.
create table account_invitation (
  id integer generated always as identity primary key,
  account_id integer not null references account,
  email text not null check (email = lower(email) and length(email) between 3 and 254),
  role text not null check (role in ('manager', 'finance', 'viewer')),
  token_sha256 bytea not null unique check (length(token_sha256) = 32),
  invited_by integer not null references app_user,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  unique (account_id, email)
);

-- The link of an invitation is as secret as the others.
alter table mail_outbox drop constraint mail_outbox_without_links;
alter table mail_outbox add constraint mail_outbox_without_links
  check (concat(body_text, body_html) !~ '/(invite|reset-password|confirm-email|join)\?token=[A-Za-z0-9_-]') not valid;
