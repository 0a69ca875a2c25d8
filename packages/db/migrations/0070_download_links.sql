-- A way to fetch an archive once and within a minute, without a session. Of its address only a hash is kept.
alter table data_export add column link_sha256 bytea unique;
alter table data_export add column link_expires_at timestamptz;
alter table data_export add check ((link_sha256 is null) = (link_expires_at is null));
