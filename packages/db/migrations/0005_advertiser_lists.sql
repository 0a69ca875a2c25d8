-- Which ad sets a creative's line in the audit log is about: assigned, removed, or on one side of a change only.
create function audit_touched_ad_sets(detail jsonb) returns integer[] language sql immutable parallel safe as $$
  with lists as (
    select case when jsonb_typeof(detail -> 'adSetId') = 'number' then jsonb_build_array(detail -> 'adSetId')
                when jsonb_typeof(detail -> 'adSetIds') = 'array' then detail -> 'adSetIds'
                else coalesce(detail #> '{adSetIds,after}', '[]') end as after,
           coalesce(detail #> '{adSetIds,before}', '[]') as before)
  select coalesce(array_agg(distinct id), '{}') from (
    select value::integer as id from lists, jsonb_array_elements_text(after) where not before @> jsonb_build_array(value::integer)
    union all
    select value::integer from lists, jsonb_array_elements_text(before) where not after @> jsonb_build_array(value::integer)
  ) touched
$$;
create index audit_touched_ad_sets on audit_log using gin (audit_touched_ad_sets(detail))
  where subject_kind = 'creative';

---------------------------------------------------------------- lists that cost the same with 100,000 rows

-- How many rows of each status an account has (of widgets: a website), so that a list need not count them.
create table row_tally (
  list text not null check (list in ('campaign', 'creative', 'website', 'widget')),
  owner_id integer not null,
  status text not null,
  -- '' where the list has no types
  type text not null,
  row_count integer not null,
  -- of campaigns the total budgets in micros, of websites the declared monthly traffic
  amount bigint not null,
  primary key (list, owner_id, status, type)
);

-- Once a statement, not once a row: a hundred thousand steps of one tally within a transaction would each walk past all
-- before them. Arguments: list, column of the owner, and what the type and the amount are made of.
create function row_tally_follow() returns trigger language plpgsql as $$
declare changed text := case tg_op
  when 'INSERT' then 'select 1 as n, * from added'
  when 'DELETE' then 'select -1 as n, * from removed'
  else 'select 1 as n, * from added union all select -1, * from removed' end;
begin
  -- In one order: two that move rows against each other would otherwise wait for one another.
  execute format(
    'insert into row_tally (list, owner_id, status, type, row_count, amount)
     select %L, %I, status, %s, sum(n), sum(n * (%s)) from (%s) changed group by 2, 3, 4
     having sum(n) <> 0 or sum(n * (%s)) <> 0 order by 2, 3, 4
     on conflict (list, owner_id, status, type) do update
        set row_count = row_tally.row_count + excluded.row_count, amount = row_tally.amount + excluded.amount',
    tg_argv[0], tg_argv[1], tg_argv[2], tg_argv[3], changed, tg_argv[3]);
  return null;
end $$;

create trigger tally_campaign_insert after insert on campaign referencing new table as added
  for each statement execute function row_tally_follow('campaign', 'advertiser_id', '''''', 'total_budget_micros');
create trigger tally_campaign_update after update on campaign referencing old table as removed new table as added
  for each statement execute function row_tally_follow('campaign', 'advertiser_id', '''''', 'total_budget_micros');
create trigger tally_campaign_delete after delete on campaign referencing old table as removed
  for each statement execute function row_tally_follow('campaign', 'advertiser_id', '''''', 'total_budget_micros');

create trigger tally_creative_insert after insert on creative referencing new table as added
  for each statement execute function row_tally_follow('creative', 'advertiser_id', 'type', '0');
create trigger tally_creative_update after update on creative referencing old table as removed new table as added
  for each statement execute function row_tally_follow('creative', 'advertiser_id', 'type', '0');
create trigger tally_creative_delete after delete on creative referencing old table as removed
  for each statement execute function row_tally_follow('creative', 'advertiser_id', 'type', '0');

create trigger tally_website_insert after insert on website referencing new table as added
  for each statement execute function row_tally_follow('website', 'publisher_id', '''''', 'monthly_traffic');
create trigger tally_website_update after update on website referencing old table as removed new table as added
  for each statement execute function row_tally_follow('website', 'publisher_id', '''''', 'monthly_traffic');
create trigger tally_website_delete after delete on website referencing old table as removed
  for each statement execute function row_tally_follow('website', 'publisher_id', '''''', 'monthly_traffic');

create trigger tally_widget_insert after insert on widget referencing new table as added
  for each statement execute function row_tally_follow('widget', 'website_id', 'type', '0');
create trigger tally_widget_update after update on widget referencing old table as removed new table as added
  for each statement execute function row_tally_follow('widget', 'website_id', 'type', '0');
create trigger tally_widget_delete after delete on widget referencing old table as removed
  for each statement execute function row_tally_follow('widget', 'website_id', 'type', '0');

insert into row_tally
  select 'campaign', advertiser_id, status, '', count(*), sum(total_budget_micros) from campaign group by 1, 2, 3, 4
  union all
  select 'creative', advertiser_id, status, type, count(*), 0 from creative group by 1, 2, 3, 4
  union all
  select 'website', publisher_id, status, '', count(*), sum(monthly_traffic) from website group by 1, 2, 3, 4
  union all
  select 'widget', website_id, status, type, count(*), 0 from widget group by 1, 2, 3, 4;

-- One index for each order a list has, both ways; the id last, as the lists order. Reading ids from them alone a deep
-- page passes over those before it without touching their rows.
create index campaign_by_created on campaign (advertiser_id, created_at, id) where status <> 'archived';
create index campaign_by_status on campaign (advertiser_id, status, created_at, id);
create index campaign_by_name on campaign (advertiser_id, name, id) where status <> 'archived';
create index campaign_by_budget on campaign (advertiser_id, total_budget_micros, id) where status <> 'archived';
create index campaign_by_start on campaign (advertiser_id, start_date, id) where status <> 'archived';
create index campaign_by_end on campaign (advertiser_id, end_date, id) where status <> 'archived';

create index creative_by_created on creative (advertiser_id, created_at, id) where status <> 'archived';
create index creative_by_status on creative (advertiser_id, status, created_at, id);
create index creative_by_type on creative (advertiser_id, type, created_at, id) where status <> 'archived';
create index creative_by_name on creative (advertiser_id, name, id) where status <> 'archived';
-- With the sides beside their product: without them no id could be read from the index alone.
create index creative_by_size on creative (advertiser_id, (width_px * height_px), id) include (width_px, height_px)
  where status <> 'archived';

create index website_by_created on website (publisher_id, created_at, id) where status <> 'archived';
create index website_by_status on website (publisher_id, status, created_at, id);
create index website_by_traffic on website (publisher_id, monthly_traffic, id) where status <> 'archived';
create index website_by_domain on website (publisher_id, domain, id) where status <> 'archived';

create index widget_by_created on widget (website_id, created_at, id) where status <> 'archived';
create index widget_by_status on widget (website_id, status, created_at, id);
create index widget_by_type on widget (website_id, type, created_at, id) where status <> 'archived';
create index widget_by_name on widget (website_id, name, id) where status <> 'archived';

create index payout_by_requested on payout (publisher_id, requested_at, id);
create index payout_by_amount on payout (publisher_id, amount_micros, id);

-- Searches for a part of a name, within one account.
create extension if not exists pg_trgm;
create extension if not exists btree_gin;
create index campaign_search on campaign using gin (advertiser_id, name gin_trgm_ops) with (fastupdate = off);
create index creative_search on creative using gin (advertiser_id, name gin_trgm_ops) with (fastupdate = off);
create index website_search on website using gin (publisher_id, domain gin_trgm_ops) with (fastupdate = off);
create index widget_search on widget using gin (website_id, name gin_trgm_ops) with (fastupdate = off);
