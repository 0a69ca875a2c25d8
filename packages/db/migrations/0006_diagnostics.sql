-- Widget views of the last hour or two as delivery sampled them, by which an advertiser is told why nothing is shown.
-- Statistics: written by settlement with everything else of its transaction, removed after two hours.
create table view_sample (
  id bigint generated always as identity primary key,
  at timestamptz not null,
  -- a record of packages/contract/src/wire/view-sample.ts
  record bytea not null check (length(record) between 44 and 1000)
);
create index view_sample_at on view_sample (at);

-- Why the operator suspended a website; shown to its publisher. A creative that is taken down keeps its reason where a
-- rejection has it.
alter table website add column suspension_text text check (length(suspension_text) between 1 and 1000);
alter table website add check (suspension_text is null or suspended_by = 'operator');
