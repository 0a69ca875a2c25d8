-- Cards: the gateway's customers and saved cards, deposits that a gateway decides, refunds, disputes, automatic top-up.

create table gateway_customer (
  gateway text not null check (gateway in ('stripe')),
  user_id integer not null references app_user,
  -- sent as idempotency key when the customer is made, so that a repetition after a lost answer makes no second one
  request_key uuid not null default gen_random_uuid(),
  gateway_id text,
  created_at timestamptz not null default now(),
  primary key (gateway, user_id)
);
create unique index gateway_customer_id on gateway_customer (gateway, gateway_id) where gateway_id is not null;

-- The same card under another id of the gateway is recognised by it.
alter table payment_method add column fingerprint text;
-- Removed here; null until the gateway has forgotten it too.
alter table payment_method add column detached_at timestamptz;
create unique index payment_method_gateway_id on payment_method (gateway, gateway_id);
create unique index payment_method_default on payment_method (advertiser_id) where is_default and removed_at is null;
create index payment_method_to_detach on payment_method (id) where removed_at is not null and detached_at is null;

-- The saved card that pays; null: paid on the gateway's page, or not by card.
alter table deposit add column payment_method_id integer references payment_method;
alter table deposit add column save_card boolean not null default false;
-- Asked for by automatic top-up.
alter table deposit add column automatic boolean not null default false;
-- The gateway's page for this deposit; gateway_id is its payment.
alter table deposit add column checkout_id text;
alter table deposit add column failure_code text;
alter table deposit add column failure_text text;
-- When the gateway is asked again what became of it; null: nobody has to ask.
alter table deposit add column next_check_at timestamptz;
alter table deposit add column check_attempts smallint not null default 0;
create unique index deposit_checkout_id on deposit (gateway, checkout_id) where checkout_id is not null;
create index deposit_to_check on deposit (next_check_at) where status = 'pending' and next_check_at is not null;
-- One automatic top-up of an account runs at a time.
create unique index deposit_top_up_running on deposit (advertiser_id) where automatic and status = 'pending';
create index deposit_top_up_tries on deposit (advertiser_id, created_at) where automatic;

create table deposit_refund (
  id integer generated always as identity primary key,
  deposit_id integer not null references deposit,
  amount_micros bigint not null check (amount_micros > 0 and amount_micros % 10000 = 0),
  -- who took the money back: our operator, somebody in the gateway's own dashboard, or the payer's bank
  origin text not null check (origin in ('operator', 'gateway', 'dispute')),
  -- pending: booked, the gateway has not said yes; completed: money is on its way; returned: it came back into the wallet
  status text not null check (status in ('pending', 'completed', 'returned')),
  -- what the wallet held of it; the rest was taken from adjustments
  covered_micros bigint not null check (covered_micros between 0 and amount_micros),
  gateway_id text,
  reason text not null default '' check (length(reason) <= 1000),
  failure_text text,
  requested_by integer references app_user,
  requested_at timestamptz not null,
  decided_at timestamptz,
  next_attempt_at timestamptz,
  attempts smallint not null default 0
);
create index deposit_refund_deposit on deposit_refund (deposit_id);
create unique index deposit_refund_gateway_id on deposit_refund (gateway_id) where gateway_id is not null;
create index deposit_refund_to_send on deposit_refund (next_attempt_at) where status = 'pending' and next_attempt_at is not null;

-- What a gateway has told us, each event once. Only what is needed to ask the gateway for the present state is kept:
-- the rest of an event names people.
create table gateway_event (
  gateway text not null check (gateway in ('stripe')),
  id text not null check (length(id) between 1 and 255),
  type text not null,
  subject jsonb not null,
  received_at timestamptz not null,
  processed_at timestamptz,
  attempts smallint not null default 0,
  next_attempt_at timestamptz,
  primary key (gateway, id)
);
create index gateway_event_waiting on gateway_event (next_attempt_at) where processed_at is null;
create index gateway_event_received on gateway_event (received_at);

create table auto_top_up (
  advertiser_id integer primary key references app_user,
  enabled boolean not null,
  threshold_micros bigint not null check (threshold_micros > 0),
  amount_micros bigint not null check (amount_micros > 0 and amount_micros % 10000 = 0),
  -- why Placard switched it off; null: it is on, or its owner switched it off
  stopped_because text check (stopped_because in ('declined', 'authentication_required', 'no_card', 'refunded')),
  stopped_at timestamptz,
  version integer not null default 1,
  check (not enabled or stopped_because is null)
);
