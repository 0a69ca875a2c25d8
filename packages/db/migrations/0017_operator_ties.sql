-- Since when somebody has a role: whoever became an operator after a payout was requested does not approve it.
alter table user_role add column granted_at timestamptz not null default now();
update user_role r set granted_at = u.created_at from app_user u where u.id = r.user_id;

-- Who had the means to act as whom: invited the account, made it an operator, or gave it a new way in. Two operators
-- tied like this are not two people to four eyes. Kept for ever: a tie that ends would only have to be waited for.
create table account_tie (
  user_id integer not null references app_user,
  by_user_id integer not null references app_user,
  kind text not null check (kind in ('invite', 'roles', 'reset', 'totp_reset')),
  at timestamptz not null default now(),
  primary key (user_id, by_user_id, kind)
);
insert into account_tie (user_id, by_user_id, kind, at)
  select subject_id, actor_user_id, 'invite', min(at)
    from audit_log
   where action = 'user.invite' and subject_kind = 'user' and actor_user_id <> subject_id
   group by subject_id, actor_user_id
  union all
  select subject_id, actor_user_id, 'roles', min(at)
    from audit_log
   where action = 'user.set_roles' and subject_kind = 'user' and actor_user_id <> subject_id
     and detail -> 'roles' -> 'after' ? 'operator'
   group by subject_id, actor_user_id;
