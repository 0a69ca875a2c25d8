-- Tax that is withheld of payouts. Rates by date: of one publisher, of a country, or of the whole network; where none
-- holds nothing is withheld, so everybody keeps what they have. Kept when they are over.
create table withholding_rate (
  id integer generated always as identity primary key,
  publisher_id integer references account (id),
  country text check (country ~ '^[A-Z]{2}$'),
  rate_bp integer not null check (rate_bp between 0 and 5000),
  from_at timestamptz not null,
  until_at timestamptz check (until_at > from_at),
  reason text not null check (length(reason) between 3 and 500),
  created_at timestamptz not null,
  created_by integer not null references app_user (id),
  check (publisher_id is null or country is null)
);
-- One may begin at an instant.
create unique index withholding_rate_start on withholding_rate (coalesce(publisher_id, 0), coalesce(country, ''), from_at);

-- Written when the payout is asked for, from the rate of then: a later rate changes none of them.
alter table payout
  add column withholding_bp integer not null default 0 check (withholding_bp between 0 and 5000),
  add column withheld_micros bigint not null default 0,
  -- where the publisher was taxed then; null: not known
  add column payee_country text check (payee_country ~ '^[A-Z]{2}$'),
  add constraint payout_withheld check (
    withheld_micros between 0 and amount_micros - 1 and (withholding_bp > 0 or withheld_micros = 0));
-- The report of what was withheld, by the day of payment.
create index payout_withheld_paid on payout (completed_at) where withheld_micros > 0;

-- Money of the tax office that the network holds.
alter table ledger_account drop constraint ledger_account_kind_check;
alter table ledger_account add constraint ledger_account_kind_check check (kind in (
  'advertiser_wallet', 'publisher_pending', 'publisher_available', 'payouts_in_flight',
  'network_revenue', 'clearing_deposits', 'clearing_payouts', 'adjustments', 'withheld_tax'));
insert into ledger_account (kind) values ('withheld_tax');

-- Whether it trades as a business; null: it has not said.
alter table billing_details add column is_business boolean;
