-- Who somebody is at the provider by which one signs in too.
create table sign_in_link (
  id integer generated always as identity primary key,
  user_id integer not null references app_user,
  issuer text not null check (length(issuer) between 1 and 1000),
  subject text not null check (length(subject) between 1 and 255),
  created_at timestamptz not null,
  last_used_at timestamptz,
  unique (issuer, subject),
  unique (user_id, issuer)
);

-- What the provider answered, or was asked after it, and was used, until it runs out: nothing counts twice.
create table sign_in_answer (
  state_sha256 bytea primary key check (length(state_sha256) = 32),
  expires_at timestamptz not null
);
