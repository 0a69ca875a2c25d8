-- What became available of a month that closed: without what was taken back of it before. As in 0034 in the rest.
create or replace function webhook_month() returns trigger language plpgsql as $$
begin
  perform webhook_tell(new.publisher_id, 'month.closed', jsonb_build_object(
    'accountId', new.publisher_id, 'month', to_char(new.month, 'YYYY-MM'),
    'amount', webhook_dollars(new.earned_micros - new.taken_back_micros)));
  return null;
end $$;
