-- Whose an ad set is, beside it, as its campaign says: those of an account whose names hold a word could otherwise be
-- found only by reading all that it has. Under a name that its campaign has not: queries of both name columns without their table.
alter table ad_set add column owner_account_id integer references account;

create function ad_set_owner() returns trigger language plpgsql as $$
begin
  new.owner_account_id := (select advertiser_id from campaign where id = new.campaign_id);
  return new;
end $$;

-- Nothing that delivery follows changes by it.
alter table ad_set disable trigger log_ad_set;
update ad_set a set owner_account_id = c.advertiser_id from campaign c where c.id = a.campaign_id;
alter table ad_set enable trigger log_ad_set;

create trigger ad_set_owner before insert or update of campaign_id, owner_account_id on ad_set
  for each row execute function ad_set_owner();

create index ad_set_search on ad_set using gin (owner_account_id, name gin_trgm_ops) with (fastupdate = off);

-- The first creatives of an ad set are read without the others.
create index creative_ad_set_of_ad_set on creative_ad_set (ad_set_id, creative_id);
drop index creative_ad_set_ad_set;
