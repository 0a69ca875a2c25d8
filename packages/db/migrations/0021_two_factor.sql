-- A second factor that is set up but not confirmed by its first code yet, and the last step (of 30 s) whose code was
-- used: a code that was seen over a shoulder does not work a second time.
alter table app_user add column totp_pending_sealed bytea;
alter table app_user add column totp_last_step bigint;

-- Ten ways in for whoever lost the authenticator, each once. 80 random bits need no slow hash.
create table recovery_code (
  user_id integer not null references app_user,
  code_sha256 bytea not null check (length(code_sha256) = 32),
  created_at timestamptz not null default now(),
  used_at timestamptz,
  primary key (user_id, code_sha256)
);

-- Of whom a second factor is required: until they have one, they can only set it up.
alter table network_settings add column totp_required text not null default 'nobody'
  check (totp_required in ('nobody', 'operators', 'everybody'));
