-- What each delivery process knows of data centres' networks, for the operator's screen. A process that is gone stops telling.
create table delivery_networks (
  shard integer primary key check (shard >= 0),
  -- 0: no file, nothing is recognised
  networks integer not null check (networks >= 0),
  -- when the file was written
  file_at timestamptz,
  told_at timestamptz not null
);
