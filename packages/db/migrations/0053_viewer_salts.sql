-- By what a viewer is known for a day of UTC, sealed; gone with the day, and in no backup.
create table viewer_salt (
  day date primary key,
  salt_sealed bytea not null
);
