-- A publisher may take a withdrawal back while it is pending. It is rejected then, by nobody but its own publisher.
alter table payout
  add column cancelled_at timestamptz,
  add constraint payout_cancelled_check check (cancelled_at is null or (status = 'rejected' and decided_by is null));
