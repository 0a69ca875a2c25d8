-- A user is somebody who signs in; an account is what owns campaigns, websites, a wallet and earnings; members act for it.
-- Until here a user was both. Each user becomes the owner of an account with the same id, so that everything keeps its
-- owner; ids of new accounts and new users have nothing to do with each other.

create table account (
  id integer generated always as identity primary key,
  company text check (length(company) <= 200),
  status text not null default 'inactive' check (status in ('active', 'inactive', 'suspended')),
  -- calendar days of its campaigns and reports are days of this zone
  time_zone text not null default 'UTC',
  created_at timestamptz not null default now(),
  version integer not null default 1
);
insert into account (id, company, status, time_zone, created_at) overriding system value
  select id, company, status, time_zone, created_at from app_user;
select setval(pg_get_serial_sequence('account', 'id'), (select coalesce(max(id), 0) + 1 from app_user), false);

create table account_role (
  account_id integer not null references account,
  role text not null check (role in ('advertiser', 'publisher')),
  granted_at timestamptz not null default now(),
  primary key (account_id, role)
);
insert into account_role (account_id, role, granted_at)
  select user_id, role, granted_at from user_role where role <> 'operator';
-- What is left is who runs the network: that is a person, never an account.
delete from user_role where role <> 'operator';
alter table user_role drop constraint user_role_role_check;
alter table user_role add constraint user_role_role_check check (role = 'operator');

create table account_member (
  account_id integer not null references account,
  user_id integer not null references app_user,
  role text not null check (role in ('owner', 'manager', 'finance', 'viewer')),
  joined_at timestamptz not null default now(),
  primary key (account_id, user_id)
);
create unique index account_owner on account_member (account_id) where role = 'owner';
create index account_member_of_user on account_member (user_id);
insert into account_member (account_id, user_id, role, joined_at) select id, id, 'owner', created_at from app_user;

-- For which account somebody acts who names none. Null: the last one was left.
alter table app_user add column home_account_id integer references account;
update app_user set home_account_id = id;

-- An account as others see it: its company, and its owner for whom to write to.
create view account_card as
  select a.id, a.company, a.status, a.time_zone, a.created_at,
         u.id as owner_user_id, u.email, u.first_name, u.last_name, u.language, u.last_login_at
    from account a
    join account_member m on m.account_id = a.id and m.role = 'owner'
    join app_user u on u.id = m.user_id;

---------------------------------------------------------------- what users owned, accounts own

do $$
declare fk record;
begin
  for fk in
    select c.conname, c.conrelid::regclass as owned, a.attname
      from pg_constraint c
      join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
     where c.contype = 'f' and c.confrelid = 'app_user'::regclass
       and (a.attname in ('advertiser_id', 'publisher_id', 'owner_id')
            or (a.attname = 'user_id' and c.conrelid in ('publisher_settings'::regclass, 'gateway_customer'::regclass,
                                                             'billing_details'::regclass)))
     order by 2, 1
  loop
    execute format('alter table %s drop constraint %I', fk.owned, fk.conname);
    execute format('alter table %s add constraint %I foreign key (%I) references account', fk.owned, fk.conname, fk.attname);
  end loop;
end $$;
alter table publisher_settings rename column user_id to account_id;
alter table gateway_customer rename column user_id to account_id;
alter table billing_details rename column user_id to account_id;

-- Of a person within an account: drafts, views, notices, and the answers kept for a repeated call.
alter table campaign_draft add column account_id integer references account;
update campaign_draft set account_id = user_id;
alter table campaign_draft alter column account_id set not null;
alter table campaign_draft drop constraint campaign_draft_pkey;
alter table campaign_draft add primary key (user_id, account_id);

alter table saved_view add column account_id integer references account;
update saved_view set account_id = user_id;
alter table saved_view alter column account_id set not null;
drop index saved_view_name;
drop index saved_view_default;
create unique index saved_view_name on saved_view (user_id, account_id, screen, lower(name));
create unique index saved_view_default on saved_view (user_id, account_id, screen) where is_default;

-- Null: about the network, to who runs it.
alter table notification add column account_id integer references account;
update notification set account_id = user_id where kind not in ('deposit.take_back', 'operator.change', 'review.wait');
drop index notification_once;
create unique index notification_once on notification (user_id, account_id, kind, dedup_key)
  nulls not distinct where dedup_key is not null;

alter table idempotency_key add column account_id integer references account;
update idempotency_key set account_id = user_id;
alter table idempotency_key alter column account_id set not null;
alter table idempotency_key drop constraint idempotency_key_pkey;
alter table idempotency_key add primary key (user_id, account_id, operation, key);

-- For whom somebody acted; null for what is about a person or the network, and in rows of before, which nobody changes:
-- then it was the account of the same id.
alter table audit_log add column actor_account_id integer references account;

---------------------------------------------------------------- what delivery follows

drop trigger log_user on app_user;
create trigger log_account after insert or update of status, time_zone on account
  for each row execute function log_change('account', 'id');

alter table app_user drop column company;
alter table app_user drop column time_zone;
