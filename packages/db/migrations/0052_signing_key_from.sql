-- When a signing key begins to sign; null: since it is there. All keys check what they signed.
alter table signing_key add column signs_from timestamptz;
