-- Keys that sign decisions are encrypted with the installation's key, so that a copy of the database signs nothing.
-- Those of before are sealed at the next start of a process that uses them, which has that key.
alter table signing_key
  alter column secret drop not null,
  add column secret_sealed bytea,
  add constraint signing_key_clear_or_sealed check (num_nonnulls(secret, secret_sealed) = 1);
