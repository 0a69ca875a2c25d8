-- An account that was closed: when, by whom and what was given up. It is suspended besides, so that everything that looks at a status refuses it.
create table account_closing (
  account_id integer primary key references account,
  closed_at timestamptz not null,
  closed_by text not null check (closed_by in ('owner', 'operator')),
  closed_by_user_id integer not null references app_user,
  reason text not null default '' check (length(reason) <= 2000),
  -- what the wallet held: erasing never takes more
  given_up_micros bigint not null check (given_up_micros >= 0),
  -- how it stood before, to be opened again as it was
  status_before text not null check (status_before in ('active', 'inactive', 'suspended')),
  -- who acts for no other account, and how they stood: [{"id": 7, "status": "active"}]
  persons jsonb not null,
  erased_at timestamptz
);
create index account_closing_due on account_closing (closed_at) where erased_at is null;

-- The log stays append-only but for one thing: what is about a person who is erased. Who did what to which record, and when, nobody changes.
create function audit_log_erased_only() returns trigger language plpgsql as $$
begin
  if current_setting('placard.erasing', true) = 'on'
     and (to_jsonb(new) - array['ip', 'user_agent', 'detail']) = (to_jsonb(old) - array['ip', 'user_agent', 'detail']) then
    return new;
  end if;
  raise exception '% is append-only', tg_table_name using errcode = 'restrict_violation';
end $$;
drop trigger audit_log_append_only on audit_log;
create trigger audit_log_erased_only before update on audit_log for each row execute function audit_log_erased_only();
create trigger audit_log_append_only before delete or truncate on audit_log execute function append_only();
