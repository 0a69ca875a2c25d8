-- A balance that the operator corrected. What waits for a second operator, or was refused, is nobody else's to know.
create function webhook_correction() returns trigger language plpgsql as $$
begin
  perform webhook_tell(new.account_id, 'correction.booked', jsonb_build_object(
    'accountId', new.account_id, 'id', new.id, 'kind', new.kind, 'amount', webhook_dollars(new.amount_micros),
    'currency', (select currency from network_settings), 'reason', new.reason));
  return null;
end $$;
create trigger webhook_correction_status after update of status on money_correction for each row
  when (old.status is distinct from new.status and new.status = 'booked') execute function webhook_correction();
