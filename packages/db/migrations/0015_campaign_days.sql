-- A campaign lies between 2000 and 2100 and lasts at most 3,653 days (domain/day-bounds.ts). What was let in before is
-- brought to the nearest day that is allowed; money and events have their own days and stay.
update campaign c
   set start_date = n.start_date,
       end_date = case when c.end_date is not null
                       then greatest(n.start_date, least(c.end_date, '2100-12-31', n.start_date + 3652)) end,
       version = c.version + 1
  from (select id, least(greatest(start_date, '2000-01-01'), '2100-12-31') as start_date from campaign) n
 where n.id = c.id
   and (c.start_date <> n.start_date or c.end_date > '2100-12-31' or c.end_date - c.start_date > 3652);
alter table campaign
  add constraint campaign_days_check check (
    start_date between '2000-01-01' and '2100-12-31'
    and (end_date is null or (end_date <= '2100-12-31' and end_date - start_date <= 3652)));
