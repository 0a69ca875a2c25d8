-- What the operator books by hand: a credit or debit of a wallet or of earnings, or what an advertiser was charged in a
-- period going back. Pending: above the limit for one operator, it waits for a second one.
create table money_correction (
  id integer generated always as identity primary key,
  kind text not null check (kind in ('wallet', 'earnings', 'spend')),
  account_id integer not null references account,
  -- above 0 a credit, below a debit; what was charged has fractions of a cent
  amount_micros bigint not null check (amount_micros <> 0),
  reason text not null check (char_length(reason) between 3 and 500),
  corrects_number integer references invoice,
  -- of spend: days of the advertiser's time zone, both included; no campaign or website: all of them
  campaign_id integer references campaign,
  website_id integer references website,
  period_from date,
  period_to date check (period_to >= period_from),
  -- what publishers did not hold of their share: the network's loss
  uncovered_micros bigint not null default 0 check (uncovered_micros >= 0),
  status text not null default 'pending' check (status in ('pending', 'booked', 'rejected')),
  approval_limit_micros bigint not null check (approval_limit_micros >= 0),
  requested_by integer not null references app_user,
  requested_at timestamptz not null,
  decided_by integer references app_user,
  decided_at timestamptz,
  ledger_transaction_id bigint unique references ledger_transaction,
  constraint money_correction_cents check (kind = 'spend' or amount_micros % 10000 = 0),
  constraint money_correction_period check (
    (kind = 'spend') = (period_from is not null) and (period_from is null) = (period_to is null)
    and (kind = 'spend' or (campaign_id is null and website_id is null)) and (kind <> 'spend' or amount_micros > 0)),
  constraint money_correction_document check (kind = 'wallet' or corrects_number is null),
  constraint money_correction_decided check (
    (status = 'pending') = (decided_at is null) and (decided_by is null) = (decided_at is null)
    and (status = 'booked') = (ledger_transaction_id is not null))
);
create index money_correction_account on money_correction (account_id, id desc);
create index money_correction_waiting on money_correction (id) where status = 'pending';
create index money_correction_newest on money_correction (requested_at desc, id desc);

-- Which charges went back, by the line of spend_day. No foreign key there: as settlement writes it.
create table spend_refund_line (
  correction_id integer not null references money_correction,
  day date not null,
  ad_set_id integer not null,
  widget_id integer not null,
  charged_micros bigint not null check (charged_micros > 0),
  publisher_micros bigint not null check (publisher_micros between 0 and charged_micros),
  primary key (day, ad_set_id, widget_id, correction_id)
);
create index spend_refund_line_correction on spend_refund_line (correction_id);

-- Never more than was charged, never twice, whatever the application thinks: the charge is locked, so that of two at
-- once the second sees what the first has taken.
create function spend_refund_within_charge() returns trigger language plpgsql as $$
declare beyond record;
begin
  perform 1 from spend_day s join added a using (day, ad_set_id, widget_id)
    order by s.day, s.ad_set_id, s.widget_id for no key update of s;
  select t.day, t.ad_set_id, t.widget_id into beyond
    from (select l.day, l.ad_set_id, l.widget_id, sum(l.charged_micros) as charged, sum(l.publisher_micros) as publisher
            from spend_refund_line l
           where (l.day, l.ad_set_id, l.widget_id) in (select a.day, a.ad_set_id, a.widget_id from added a)
           group by l.day, l.ad_set_id, l.widget_id) t
    left join spend_day s using (day, ad_set_id, widget_id)
   where s.day is null or t.charged > s.charged_micros or t.publisher > s.publisher_micros
   limit 1;
  if found then
    raise exception 'more than was charged on % for ad set % at widget % would go back', beyond.day, beyond.ad_set_id, beyond.widget_id
      using errcode = 'check_violation';
  end if;
  return null;
end $$;
create trigger spend_refund_within_charge after insert on spend_refund_line
  referencing new table as added for each statement execute function spend_refund_within_charge();
create trigger spend_refund_line_append_only before update or delete or truncate on spend_refund_line
  execute function append_only();

-- What a publisher gives back of a month that is still open: the month closes with the rest.
create table earning_take_back (
  correction_id integer not null references money_correction,
  publisher_id integer not null references account,
  month date not null,
  micros bigint not null check (micros > 0),
  primary key (publisher_id, month, correction_id)
);
create trigger earning_take_back_append_only before update or delete or truncate on earning_take_back
  execute function append_only();
alter table earning_month
  add column taken_back_micros bigint not null default 0,
  add constraint earning_month_taken_back check (taken_back_micros between 0 and earned_micros);

-- Not validated: every row there satisfied the narrower condition.
alter table ledger_transaction drop constraint ledger_transaction_kind_check;
alter table ledger_transaction add constraint ledger_transaction_kind_check check (kind in (
  'deposit', 'settlement', 'month_close', 'payout_request', 'payout_complete', 'payout_return', 'refund', 'adjustment',
  'spend_refund')) not valid;

-- A correction's document, in the series of corrections; it names what it corrects.
alter table invoice drop constraint invoice_kind_check;
alter table invoice add constraint invoice_kind_check check (
  kind in ('deposit', 'month', 'refund', 'refund_return', 'credit_note', 'debit_note'));
alter table invoice
  add column correction_id integer references money_correction,
  add column corrects_number integer references invoice,
  add constraint invoice_of_correction check ((kind in ('credit_note', 'debit_note')) = (correction_id is not null)),
  add constraint invoice_correction_sign check (
    (kind <> 'credit_note' or amount_cents < 0) and (kind <> 'debit_note' or amount_cents > 0)),
  add constraint invoice_corrects check (corrects_number is null or correction_id is not null);
create unique index invoice_correction on invoice (correction_id, coalesce(period_from, date '0001-01-01'))
  where correction_id is not null;
create index invoice_corrected on invoice (corrects_number) where corrects_number is not null;
