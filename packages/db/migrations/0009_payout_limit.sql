-- The approval limit under which a payout was requested (0 = none): raising the limit later does not reach it.
alter table payout add column approval_limit_micros bigint not null default 0 check (approval_limit_micros >= 0);
update payout set approval_limit_micros = (select approval_limit_micros from payout_settings) where status = 'pending';
