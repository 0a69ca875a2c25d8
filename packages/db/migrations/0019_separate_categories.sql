-- A publisher's option: no two ads of one category on a page of the website. Delivery is to hear of it.
alter table website add column separate_categories boolean not null default false;

drop trigger log_website on website;
create trigger log_website after insert or update of status, publisher_id, domain, separate_categories on website
  for each row execute function log_change('website', 'id');
