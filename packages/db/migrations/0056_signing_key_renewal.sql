-- How often another key begins to sign by itself.
alter table network_settings add column signing_key_renewal text not null default 'never'
  check (signing_key_renewal in ('never', 'month', 'quarter', 'year'));
