-- Months that the operator closed. Nothing is dated into them any more, and their figures stay.
create table closed_month (
  -- first day, in the network's time zone
  month date primary key check (extract(day from month) = 1),
  -- the first instant after it, in the time zone that the network had
  ends_at timestamptz not null unique,
  reconciliation_id integer not null references reconciliation,
  closed_by integer not null references app_user,
  closed_at timestamptz not null check (closed_at >= ends_at),
  -- [{"section": …, "name": …, "count": …, "micros": …}], as the CSV has them
  lines jsonb not null check (jsonb_typeof(lines) = 'array')
);
create trigger closed_month_append_only before update or delete or truncate on closed_month
  for each statement execute function append_only();

-- Whoever dates a booking into a closed month is refused, whatever the application thinks. Closing locks the table against
-- inserts, so that what is under way is either seen by it or sees it.
create function not_into_closed_month() returns trigger language plpgsql as $$
declare closed timestamptz := (select max(ends_at) from closed_month);
begin
  if new.at < closed then
    raise exception 'the books are closed up to %: nothing is booked at %', closed, new.at using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger ledger_transaction_not_closed before insert on ledger_transaction
  for each row execute function not_into_closed_month();

-- Documents of a closed month stay as they are, and none is added to it.
create function document_of_closed_month() returns trigger language plpgsql as $$
declare closed timestamptz := (select max(ends_at) from closed_month);
begin
  if (tg_op <> 'INSERT' and old.issued_at < closed) or (tg_op <> 'DELETE' and new.issued_at < closed) then
    raise exception 'the books are closed up to %: its documents stay as they are', closed using errcode = 'restrict_violation';
  end if;
  return case tg_op when 'DELETE' then old else new end;
end $$;
create trigger invoice_not_closed before insert or update or delete on invoice
  for each row execute function document_of_closed_month();
