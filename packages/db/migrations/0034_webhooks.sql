-- Where an account's programs, or the network's own, want to be told what happened.
create table webhook_endpoint (
  id integer generated always as identity primary key,
  -- null: the network's, told about every account
  account_id integer references account,
  url text not null check (url ~ '^https://' and length(url) <= 500),
  description text not null default '' check (length(description) <= 200),
  event_types text[] not null check (cardinality(event_types) between 1 and 50),
  secret_sealed bytea not null,
  -- Signs beside the new one for a day, so that receivers change it without missing anything.
  previous_secret_sealed bytea,
  previous_secret_until timestamptz,
  disabled_at timestamptz,
  disabled_because text check (disabled_because in ('hand', 'failing', 'gone')),
  -- since when nothing arrived; null: the last one did
  failing_since timestamptz,
  created_by integer not null references app_user,
  created_at timestamptz not null default now(),
  version integer not null default 1,
  check ((previous_secret_sealed is null) = (previous_secret_until is null)),
  check ((disabled_at is null) = (disabled_because is null))
);
create index webhook_endpoint_account on webhook_endpoint (account_id);

-- What happened, written in the transaction that made it happen, and only where somebody wants to be told.
create table webhook_event (
  id bigint generated always as identity primary key,
  -- whom it is about; null: nobody, as of a test
  account_id integer references account,
  type text not null,
  data jsonb not null,
  at timestamptz not null default now()
);
create index webhook_event_age on webhook_event (at);

create table webhook_delivery (
  id bigint generated always as identity primary key,
  endpoint_id integer not null references webhook_endpoint on delete cascade,
  event_id bigint not null references webhook_event on delete cascade,
  status text not null default 'waiting' check (status in ('waiting', 'delivered', 'failed')),
  -- of the present run: sending again by hand begins a new one
  tries integer not null default 0,
  first_failed_at timestamptz,
  -- null: at once
  not_before timestamptz,
  -- being sent by a worker; when that one died, the next may
  claimed_until timestamptz,
  attempt_count integer not null default 0,
  created_at timestamptz not null default now(),
  delivered_at timestamptz,
  unique (endpoint_id, event_id)
);
create index webhook_delivery_waiting on webhook_delivery (endpoint_id, id) where status = 'waiting';
create index webhook_delivery_event on webhook_delivery (event_id);
create index webhook_delivery_list on webhook_delivery (endpoint_id, id desc);

-- What each try came to.
create table webhook_attempt (
  delivery_id bigint not null references webhook_delivery on delete cascade,
  number integer not null,
  at timestamptz not null,
  url text not null,
  -- null: no answer, because of the fault
  answer_status integer,
  answer_body text not null default '' check (length(answer_body) <= 1024),
  fault text,
  took_ms integer not null,
  primary key (delivery_id, number)
);

-- Tells whoever wants to hear it. Costs one look at a small table where nobody does.
create function webhook_tell(about integer, event_type text, event_data jsonb) returns void language plpgsql as $$
declare event bigint;
begin
  if not exists (select 1 from webhook_endpoint e
                  where (e.account_id = about or e.account_id is null)
                    and e.disabled_at is null and event_type = any(e.event_types)) then
    return;
  end if;
  insert into webhook_event (account_id, type, data) values (about, event_type, event_data) returning id into event;
  insert into webhook_delivery (endpoint_id, event_id)
    select e.id, event from webhook_endpoint e
     where (e.account_id = about or e.account_id is null) and e.disabled_at is null and event_type = any(e.event_types)
     order by e.id;
end $$;

create function webhook_dollars(micros bigint) returns jsonb language sql immutable as $$
  select to_jsonb(trim_scale(micros::numeric / 1000000))
$$;

-- A record's status, whoever changes it: the column of its account is the first argument.
create function webhook_status() returns trigger language plpgsql as $$
declare
  fresh constant jsonb := to_jsonb(new);
  account constant integer := (fresh ->> tg_argv[0])::integer;
  event_data jsonb;
begin
  -- A widget of a website that is gone.
  if account is null then return null; end if;
  event_data := jsonb_build_object(
    'accountId', account, 'id', new.id, 'from', case when tg_op = 'UPDATE' then to_jsonb(old) ->> 'status' end, 'to', new.status);
  event_data := event_data || case tg_table_name
    when 'account' then jsonb_build_object('company', fresh -> 'company')
    when 'widget' then jsonb_build_object('name', fresh -> 'name', 'websiteId', fresh -> 'website_id')
    when 'deposit' then jsonb_build_object(
      'amount', webhook_dollars((fresh ->> 'amount_micros')::bigint), 'currency', (select currency from network_settings),
      'reference', fresh -> 'reference', 'gateway', fresh -> 'gateway')
    when 'payout' then jsonb_build_object(
      'amount', webhook_dollars((fresh ->> 'amount_micros')::bigint), 'currency', (select currency from network_settings),
      'method', fresh -> 'method', 'reason', left(fresh ->> 'reason', 500))
    when 'website' then jsonb_build_object('domain', fresh -> 'domain', 'reason', left(
      case new.status when 'rejected' then fresh ->> 'rejection_text' when 'suspended' then fresh ->> 'suspension_text' end, 500))
    else jsonb_build_object('name', fresh -> 'name', 'reason', left(
      case when new.status in ('rejected', 'cancelled') then fresh ->> 'rejection_text' end, 500))
  end;
  perform webhook_tell(account, tg_table_name || '.status_changed', event_data);
  return null;
end $$;

do $$
declare watched record;
begin
  for watched in
    select * from (values ('account', 'id'), ('campaign', 'advertiser_id'), ('creative', 'advertiser_id'), ('website', 'publisher_id'),
                          ('widget', 'publisher_id'), ('deposit', 'advertiser_id'), ('payout', 'publisher_id')) as t (name, owner)
  loop
    execute format('create trigger webhook_%1$s_new after insert on %1$I for each row execute function webhook_status(%2$L)',
                   watched.name, watched.owner);
    execute format('create trigger webhook_%1$s_status after update of status on %1$I for each row
                      when (old.status is distinct from new.status) execute function webhook_status(%2$L)',
                   watched.name, watched.owner);
  end loop;
end $$;

-- Money that goes back out of a wallet.
create function webhook_refund() returns trigger language plpgsql as $$
declare
  account integer;
begin
  select advertiser_id into account from deposit where id = new.deposit_id;
  perform webhook_tell(account, 'deposit_refund.status_changed', jsonb_build_object(
    'accountId', account, 'id', new.id, 'depositId', new.deposit_id, 'from', case when tg_op = 'UPDATE' then to_jsonb(old) ->> 'status' end,
    'to', new.status, 'amount', webhook_dollars(new.amount_micros), 'origin', new.origin));
  return null;
end $$;
create trigger webhook_refund_new after insert on deposit_refund for each row execute function webhook_refund();
create trigger webhook_refund_status after update of status on deposit_refund for each row
  when (old.status is distinct from new.status) execute function webhook_refund();

-- A wallet that became low or empty, or is filled again.
create function webhook_balance() returns trigger language plpgsql as $$
begin
  perform webhook_tell(new.advertiser_id, 'balance.level_changed', jsonb_build_object(
    'accountId', new.advertiser_id, 'from', old.level, 'to', new.level, 'balance', (
      select webhook_dollars(balance_micros) from ledger_account where kind = 'advertiser_wallet' and owner_id = new.advertiser_id)));
  return null;
end $$;
create trigger webhook_balance after update of level on wallet_watch for each row
  when (old.level is distinct from new.level) execute function webhook_balance();

create function webhook_invoice() returns trigger language plpgsql as $$
begin
  perform webhook_tell(new.advertiser_id, 'invoice.issued', jsonb_build_object(
    'accountId', new.advertiser_id, 'kind', new.kind, 'currency', new.currency,
    'amount', trim_scale(new.amount_cents::numeric / 100), 'networkNumber', new.number,
    'number', case when new.series is null then new.number::text
                   else format('%s-%s-%s', new.series, new.advertiser_id, lpad(new.series_number::text, greatest(4, length(new.series_number::text)), '0')) end));
  return null;
end $$;
create trigger webhook_invoice after insert on invoice for each row execute function webhook_invoice();

create function webhook_month() returns trigger language plpgsql as $$
begin
  perform webhook_tell(new.publisher_id, 'month.closed', jsonb_build_object(
    'accountId', new.publisher_id, 'month', to_char(new.month, 'YYYY-MM'), 'amount', webhook_dollars(new.earned_micros)));
  return null;
end $$;
create trigger webhook_month after update of closed_at on earning_month for each row
  when (old.closed_at is null and new.closed_at is not null) execute function webhook_month();
