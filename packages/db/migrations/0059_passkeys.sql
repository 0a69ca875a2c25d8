-- Passkeys, by which somebody signs in without a password.
create table passkey (
  id integer generated always as identity primary key,
  user_id integer not null references app_user,
  credential_id bytea not null unique check (length(credential_id) between 1 and 1023),
  public_key bytea not null check (length(public_key) between 1 and 4000),
  -- what the authenticator has counted; many count nothing
  counter bigint not null check (counter between 0 and 4294967295),
  transports text[] not null check (cardinality(transports) <= 10),
  name text not null check (length(name) between 1 and 100),
  created_at timestamptz not null,
  last_used_at timestamptz
);
create index passkey_user on passkey (user_id);

-- Challenges that were answered, until they run out: no answer counts twice.
create table passkey_answer (
  challenge_sha256 bytea primary key check (length(challenge_sha256) = 32),
  expires_at timestamptz not null
);
