-- What operators write down about a record, for each other.
create table record_note (
  id integer generated always as identity primary key,
  kind text not null check (kind in ('user', 'account', 'campaign', 'website')),
  subject_id integer not null,
  text text not null check (length(text) between 1 and 2000),
  author_id integer not null references app_user,
  created_at timestamptz not null
);
create index record_note_of on record_note (kind, subject_id, id);

create table record_tag (
  kind text not null check (kind in ('user', 'account', 'campaign', 'website')),
  subject_id integer not null,
  tag text not null check (length(tag) between 1 and 24),
  primary key (kind, subject_id, tag)
);
create index record_tag_by on record_tag (kind, tag, subject_id);
