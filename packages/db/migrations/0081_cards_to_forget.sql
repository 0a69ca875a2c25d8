-- When the gateway is asked again to forget a card that was removed here: one that it cannot forget keeps no others waiting.
alter table payment_method
  add column detach_attempts integer not null default 0,
  add column next_detach_at timestamptz;
