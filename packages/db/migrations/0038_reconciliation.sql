-- The books held against each other: one row a run, of the worker's each day and of those that an operator asked for.
create table reconciliation (
  id integer generated always as identity primary key,
  -- of the network's time zone
  day date not null,
  asked_by integer references app_user,
  asked_at timestamptz not null,
  -- when it looked; null: it waits for the worker
  started_at timestamptz,
  finished_at timestamptz check (finished_at >= started_at),
  is_green boolean,
  -- as packages/contract/src/reconciliation.ts says, amounts in micros as text
  checks jsonb not null default '[]' check (jsonb_typeof(checks) = 'array'),
  balances jsonb not null default '[]' check (jsonb_typeof(balances) = 'array'),
  constraint reconciliation_finished check (
    (finished_at is null) = (is_green is null) and (finished_at is null) = (started_at is null))
);
create unique index reconciliation_waiting on reconciliation ((true)) where finished_at is null;
create index reconciliation_finished_newest on reconciliation (id desc) where finished_at is not null;

-- What was found stays.
create function reconciliation_stays() returns trigger language plpgsql as $$
begin
  if tg_op <> 'UPDATE' or old.finished_at is not null then
    raise exception 'a finished reconciliation stays as it is' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger reconciliation_stays before update or delete on reconciliation
  for each row execute function reconciliation_stays();
