-- A limit for one operator that was raised, and from when on it counts; until then the one before does.
alter table payout_settings
  add column raised_limit_micros bigint check (raised_limit_micros >= 0),
  add column raised_limit_from timestamptz,
  add constraint payout_settings_raised check ((raised_limit_micros is null) = (raised_limit_from is null));
-- What was moved lately: by a publisher's payouts, by an operator's corrections that nobody else approved.
create index payout_taken_on on payout (publisher_id, processed_at) where processed_at is not null;
create index money_correction_alone on money_correction (requested_by, decided_at)
  where status = 'booked' and decided_by = requested_by;
