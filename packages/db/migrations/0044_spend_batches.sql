-- What each settlement charged, by day, ad set and widget, as arrays in one row: writing that is a tenth of the work of adding
-- each line to `spend_day`. The lines are folded into `spend_day` every now and then, many settlements at once; until then
-- `spend_line` has both, and whoever sums lines asks that.
create table spend_batch (
  settlement_id bigint primary key references settlement,
  -- days since 1970-01-01
  day_number integer[] not null,
  ad_set_id integer[] not null check (cardinality(ad_set_id) = cardinality(day_number)),
  widget_id integer[] not null check (cardinality(widget_id) = cardinality(day_number)),
  charged_micros bigint[] not null check (cardinality(charged_micros) = cardinality(day_number)),
  publisher_micros bigint[] not null check (cardinality(publisher_micros) = cardinality(day_number))
);
-- Gone within the minute: not worth compressing.
alter table spend_batch
  alter column day_number set storage external,
  alter column ad_set_id set storage external,
  alter column widget_id set storage external,
  alter column charged_micros set storage external,
  alter column publisher_micros set storage external;

-- A day, ad set and widget can have several lines: sum them.
create view spend_line as
  select day, ad_set_id, widget_id, charged_micros, publisher_micros, network_micros from spend_day
  union all
  select date '1970-01-01' + l.day_number, l.ad_set_id, l.widget_id, l.charged, l.publisher, l.charged - l.publisher
    from spend_batch b
   cross join lateral unnest(b.day_number, b.ad_set_id, b.widget_id, b.charged_micros, b.publisher_micros)
           as l (day_number, ad_set_id, widget_id, charged, publisher);

-- Layout 3: by columns.
alter table fact_batch drop constraint fact_batch_layout_check;
alter table fact_batch add constraint fact_batch_layout_check check (layout between 1 and 3);

-- Adds the lines of all settlements since the last time to `spend_day`, each settlement once: one statement, so that
-- `spend_line` is the same before and after. Many settlements at once: a line that each of them has is written once. Only
-- this writes the table, one after the other, so MERGE does without the insertion on trial that a conflict would need.
create function fold_spend() returns integer language plpgsql as $$
declare line_count integer;
begin
  perform pg_advisory_xact_lock(7215420002);
  with gone as (delete from spend_batch returning *)
  merge into spend_day as s
  using (select date '1970-01-01' + l.day_number as day, l.ad_set_id, l.widget_id, sum(l.charged)::bigint as charged,
                sum(l.publisher)::bigint as publisher
           from gone g
          cross join lateral unnest(g.day_number, g.ad_set_id, g.widget_id, g.charged_micros, g.publisher_micros)
                  as l (day_number, ad_set_id, widget_id, charged, publisher)
          group by l.day_number, l.ad_set_id, l.widget_id
          order by l.day_number, l.ad_set_id, l.widget_id) as f
     on s.day = f.day and s.ad_set_id = f.ad_set_id and s.widget_id = f.widget_id
   when matched then update
    set charged_micros = s.charged_micros + f.charged, publisher_micros = s.publisher_micros + f.publisher,
        network_micros = s.network_micros + f.charged - f.publisher
   when not matched then
    insert (day, ad_set_id, widget_id, charged_micros, publisher_micros, network_micros)
    values (f.day, f.ad_set_id, f.widget_id, f.charged, f.publisher, f.charged - f.publisher);
  get diagnostics line_count = row_count;
  return line_count;
end $$;
