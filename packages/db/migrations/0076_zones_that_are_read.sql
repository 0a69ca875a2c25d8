-- The day that it is in a zone; null where PostgreSQL does not know it: whose zone that is is left out then, not everybody.
create function day_in_zone(moment timestamptz, zone text) returns date language plpgsql stable as $$
begin
  return (moment at time zone zone)::date;
exception when invalid_parameter_value then
  return null;
end $$;

-- Zones that were kept before only those were that all engines read alike: an abbreviation (`AET`, `IST`), or capitals of one's own (`europe/berlin`).
do $$
declare
  -- Read once: PostgreSQL goes through its files for them.
  names constant text[] := array(select name from pg_timezone_names where name like '%/%');
  odd record;
  network text;
begin
  -- A PostgreSQL without its zones says nothing of them.
  if cardinality(names) < 300 then return; end if;
  for odd in
    select s.time_zone as zone, (select min(name) from unnest(names) name where lower(name) = lower(s.time_zone)) as named
      from network_settings s
     where s.time_zone <> 'UTC' and s.time_zone <> all(names)
  loop
    update network_settings set time_zone = coalesce(odd.named, 'UTC'), version = version + 1;
    insert into audit_log (actor_kind, action, subject_kind, detail)
    values ('system', 'settings.update', 'settings',
            jsonb_build_object('timeZone', jsonb_build_object('before', odd.zone, 'after', coalesce(odd.named, 'UTC'))));
  end loop;
  -- The network's is a good one by now.
  select time_zone into network from network_settings;
  for odd in
    select a.id, a.time_zone as zone, (select min(name) from unnest(names) name where lower(name) = lower(a.time_zone)) as named
      from account a
     where a.time_zone <> 'UTC' and a.time_zone <> all(names)
  loop
    update account set time_zone = coalesce(odd.named, network), version = version + 1 where id = odd.id;
    insert into audit_log (actor_kind, action, subject_kind, subject_id, detail)
    values ('system', 'account.update', 'account', odd.id,
            jsonb_build_object('time_zone', jsonb_build_object('before', odd.zone, 'after', coalesce(odd.named, network))));
  end loop;
end $$;
