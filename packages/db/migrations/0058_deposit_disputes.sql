-- What the gateway says of a dispute, or of an inquiry that may become one: how far it is and until when it can be answered.
-- What it took, and whether that came back, stands in deposit_refund.
create table deposit_dispute (
  gateway_id text primary key check (length(gateway_id) between 1 and 255),
  deposit_id integer not null references deposit,
  amount_micros bigint not null check (amount_micros > 0),
  stage text not null check (stage in (
    'inquiry', 'inquiry_review', 'inquiry_closed', 'answer_due', 'under_review', 'won', 'lost', 'prevented')),
  reason text not null,
  due_at timestamptz,
  opened_at timestamptz not null
);
create index deposit_dispute_deposit on deposit_dispute (deposit_id);
