-- What a machine can say of something before a person judges it, and accounts whose changes go live before they are judged.

-- Perceptual hash of an image: alike images differ in few of its 64 bits. Null: from before, or it tells nothing.
alter table image add column dhash bigint;
-- What was rejected or taken down is what others' images are compared with.
create index creative_turned_down on creative (id) where rejection_code is not null;

create table review_check (
  subject_kind text not null check (subject_kind in ('campaign', 'creative', 'website')),
  subject_id integer not null,
  -- of which version; of another one nothing is known yet
  version integer not null,
  checked_at timestamptz not null,
  -- [{code, detail}]
  findings jsonb not null,
  primary key (subject_kind, subject_id)
);

alter table account add column trusted_at timestamptz;
create index account_trusted on account (id) where trusted_at is not null;

-- What went live unseen; with a reason it is looked at afterwards.
create table review_sample (
  subject_kind text not null check (subject_kind in ('campaign', 'creative', 'website')),
  subject_id integer not null,
  version integer not null,
  because text check (because in ('share', 'finding')),
  made_at timestamptz not null,
  judged_at timestamptz,
  primary key (subject_kind, subject_id, version)
);
create index review_sample_open on review_sample (made_at) where judged_at is null;

alter table network_settings
  -- of what goes live unseen, so much is looked at afterwards
  add column review_sample_bp integer not null default 2000 check (review_sample_bp between 0 and 10000),
  -- code → the text that a rejection begins with
  add column rejection_templates jsonb not null default '{}' check (jsonb_typeof(rejection_templates) = 'object');
