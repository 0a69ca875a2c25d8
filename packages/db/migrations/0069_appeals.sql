-- What an owner says against an operator's decision about a creative or website, and what an operator answered.
create table appeal (
  id integer primary key generated always as identity,
  account_id integer not null references account,
  subject_kind text not null check (subject_kind in ('creative', 'website')),
  subject_id integer not null,
  decision text not null check (decision in ('reject', 'takeDown', 'suspend')),
  -- its row of audit_log; null where the decision is older than the log
  decision_id bigint,
  decided_at timestamptz not null,
  decided_by integer references app_user,
  decision_code text,
  decision_text text not null,
  appealed_by integer not null references app_user,
  -- null: erased with its account
  text text check (length(text) between 1 and 1000),
  created_at timestamptz not null,
  status text not null default 'open' check (status in ('open', 'granted', 'upheld', 'withdrawn')),
  answered_at timestamptz,
  answered_by integer references app_user,
  answer text check (length(answer) between 1 and 1000),
  constraint appeal_answered check (
    (status = 'open') = (answered_at is null) and (status in ('granted', 'upheld')) = (answered_by is not null)
    and (answer is null or status = 'upheld'))
);
create unique index appeal_open on appeal (subject_kind, subject_id) where status = 'open';
-- An operator answers once for each decision.
create unique index appeal_decision on appeal (subject_kind, subject_id, coalesce(decision_id, 0))
  where status in ('granted', 'upheld');
create index appeal_subject on appeal (subject_kind, subject_id, id desc);
create index appeal_waiting on appeal (created_at) where status = 'open';
create index appeal_account on appeal (account_id);

-- Whoever changes what is judged, or decides about it in another way, answers the appeal: it waits no more.
create function withdraw_appeal() returns trigger language plpgsql as $$
begin
  with gone as (
    update appeal set status = 'withdrawn', answered_at = new.updated_at
     where subject_kind = tg_table_name and subject_id = new.id and status = 'open'
    returning id)
  insert into audit_log (at, actor_kind, action, subject_kind, subject_id, detail)
  select new.updated_at, 'system', 'appeal.withdraw', 'appeal', id,
         jsonb_build_object('status', jsonb_build_object('before', 'open', 'after', 'withdrawn')) from gone;
  return null;
end $$;
create trigger creative_withdraws_appeal
  after update of status, name, description, type, width_px, height_px, image_id, alt_text, click_url, ad_code on creative
  for each row when (
    (old.status, old.name, old.description, old.type, old.width_px, old.height_px, old.image_id, old.alt_text, old.click_url, old.ad_code)
    is distinct from
    (new.status, new.name, new.description, new.type, new.width_px, new.height_px, new.image_id, new.alt_text, new.click_url, new.ad_code))
  execute function withdraw_appeal();
create trigger website_withdraws_appeal
  after update of status, domain, categories, traffic_range, monthly_traffic on website
  for each row when (
    (old.status, old.domain, old.categories, old.traffic_range, old.monthly_traffic)
    is distinct from (new.status, new.domain, new.categories, new.traffic_range, new.monthly_traffic))
  execute function withdraw_appeal();

-- Whoever listens is told of appeals as of records.
create function webhook_appeal() returns trigger language plpgsql as $$
begin
  perform webhook_tell(new.account_id, 'appeal.status_changed', jsonb_build_object(
    'accountId', new.account_id, 'id', new.id, 'kind', new.subject_kind, 'subjectId', new.subject_id, 'decision', new.decision,
    'from', case when tg_op = 'UPDATE' then to_jsonb(old) ->> 'status' end, 'to', new.status, 'reason', left(new.answer, 500)));
  return null;
end $$;
create trigger webhook_appeal_new after insert on appeal for each row execute function webhook_appeal();
create trigger webhook_appeal_status after update of status on appeal for each row
  when (old.status is distinct from new.status) execute function webhook_appeal();
