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
