-- Whose turn it is, and at which endpoints calls take long: these have places of their own.
alter table webhook_endpoint
  -- when a call there ended last; null: none has yet, at its present address
  add column last_called_at timestamptz,
  -- so long it counts as slow
  add column slow_until timestamptz;
-- The few that are under way, however many wait.
create index webhook_delivery_under_way on webhook_delivery (endpoint_id) where status = 'waiting' and claimed_until is not null;
