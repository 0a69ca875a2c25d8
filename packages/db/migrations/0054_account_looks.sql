-- An operator looks at an account's dashboard as its members see it: never for long, and never to change anything.
-- Kept after its end, so that the account can see who looked, when and why.
create table account_look (
  id integer generated always as identity primary key,
  token_sha256 bytea not null unique check (length(token_sha256) = 32),
  operator_id integer not null references app_user,
  -- the operator's own session: with it the look ends
  session_id integer references session on delete set null,
  account_id integer not null references account,
  reason text not null,
  began_at timestamptz not null,
  expires_at timestamptz not null check (expires_at > began_at),
  ended_at timestamptz check (ended_at >= began_at)
);
create index account_look_of_account on account_look (account_id, id);
create index account_look_of_session on account_look (session_id) where session_id is not null;
-- one at a time
create unique index account_look_open on account_look (operator_id) where ended_at is null;
