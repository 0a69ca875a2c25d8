-- Whose list of all widgets a widget stands in: the publisher of its website, nobody's once the website was deleted.
-- Beside the widget, because a list over all websites can otherwise be neither read in order nor counted without going
-- through every website.
alter table widget add column publisher_id integer references app_user;

create function widget_publisher() returns trigger language plpgsql as $$
begin
  -- for share: a website that is deleted meanwhile is waited for
  new.publisher_id := (select publisher_id from website where id = new.website_id and status <> 'archived' for share);
  return new;
end $$;
create trigger widget_publisher before insert on widget for each row execute function widget_publisher();

create function website_widgets_publisher() returns trigger language plpgsql as $$
declare lister integer := case when new.status <> 'archived' then new.publisher_id end;
begin
  update widget set publisher_id = lister where website_id = new.id and publisher_id is distinct from lister;
  return null;
end $$;
create trigger website_widgets_publisher after update of status, publisher_id on website
  for each row when (old.publisher_id <> new.publisher_id or (old.status = 'archived') <> (new.status = 'archived'))
  execute function website_widgets_publisher();

update widget w set publisher_id = s.publisher_id from website s where s.id = w.website_id and s.status <> 'archived';

create index widget_of_publisher_by_created on widget (publisher_id, created_at, id) where status <> 'archived';
create index widget_of_publisher_by_status on widget (publisher_id, status, created_at, id);
create index widget_of_publisher_by_type on widget (publisher_id, type, created_at, id) where status <> 'archived';
create index widget_of_publisher_by_name on widget (publisher_id, name, id) where status <> 'archived';
create index widget_of_publisher_search on widget using gin (publisher_id, name gin_trgm_ops) with (fastupdate = off);

-- What a search for a payout looks into besides names, a line each: no search has a line break to find.
alter table payout add column search_text text not null generated always as (
  'PO-' || id::text || E'\n' || replace(method, '_', ' ') || E'\n' || status || E'\n' || coalesce(reason, '')) stored;
create index payout_search on payout using gin (publisher_id, search_text gin_trgm_ops) with (fastupdate = off);
create index payout_by_status on payout (publisher_id, status, requested_at, id);
create index payout_by_method on payout (publisher_id, method, id);
create index payout_by_completed on payout (publisher_id, (coalesce(completed_at, '-infinity')), id) include (completed_at);

-- Two more lists are counted: all widgets of a publisher, and payouts.
alter table row_tally drop constraint row_tally_list_check;
alter table row_tally add constraint row_tally_list_check
  check (list in ('campaign', 'creative', 'website', 'widget', 'publisher_widget', 'payout'));

-- As before, but for a row that is in nobody's list.
create or replace function row_tally_follow() returns trigger language plpgsql as $$
declare changed text := case tg_op
  when 'INSERT' then 'select 1 as n, * from added'
  when 'DELETE' then 'select -1 as n, * from removed'
  else 'select 1 as n, * from added union all select -1, * from removed' end;
begin
  -- In one order: two that move rows against each other would otherwise wait for one another.
  execute format(
    'insert into row_tally (list, owner_id, status, type, row_count, amount)
     select %L, %I, status, %s, sum(n), sum(n * (%s)) from (%s) changed where %I is not null group by 2, 3, 4
     having sum(n) <> 0 or sum(n * (%s)) <> 0 order by 2, 3, 4
     on conflict (list, owner_id, status, type) do update
        set row_count = row_tally.row_count + excluded.row_count, amount = row_tally.amount + excluded.amount',
    tg_argv[0], tg_argv[1], tg_argv[2], tg_argv[3], changed, tg_argv[1], tg_argv[3]);
  return null;
end $$;

create trigger tally_publisher_widget_insert after insert on widget referencing new table as added
  for each statement execute function row_tally_follow('publisher_widget', 'publisher_id', 'type', '0');
create trigger tally_publisher_widget_update after update on widget referencing old table as removed new table as added
  for each statement execute function row_tally_follow('publisher_widget', 'publisher_id', 'type', '0');
create trigger tally_publisher_widget_delete after delete on widget referencing old table as removed
  for each statement execute function row_tally_follow('publisher_widget', 'publisher_id', 'type', '0');

create trigger tally_payout_insert after insert on payout referencing new table as added
  for each statement execute function row_tally_follow('payout', 'publisher_id', '''''', '0');
create trigger tally_payout_update after update on payout referencing old table as removed new table as added
  for each statement execute function row_tally_follow('payout', 'publisher_id', '''''', '0');
create trigger tally_payout_delete after delete on payout referencing old table as removed
  for each statement execute function row_tally_follow('payout', 'publisher_id', '''''', '0');

insert into row_tally
  select 'publisher_widget', publisher_id, status, type, count(*), 0 from widget where publisher_id is not null group by 1, 2, 3, 4
  union all
  select 'payout', publisher_id, status, '', count(*), 0 from payout group by 1, 2, 3, 4;
