-- Publishers who agreed that the network writes their invoices to it. Whoever takes it back has no row.
create table self_billing_agreement (
  account_id integer primary key references account (id),
  agreed_at timestamptz not null,
  agreed_by integer not null references app_user (id)
);

-- The invoice of a payout, which the network issues for the publisher: in a series of the publisher's own.
alter table invoice drop constraint invoice_kind_check;
alter table invoice add constraint invoice_kind_check check (
  kind in ('deposit', 'month', 'refund', 'refund_return', 'credit_note', 'debit_note', 'self_billing'));
alter table invoice
  add column payout_id integer references payout (id),
  -- tax that is withheld of it: what is paid is the rest
  add column withheld_cents bigint,
  add constraint invoice_of_payout check ((kind = 'self_billing') = (payout_id is not null)),
  add constraint invoice_withheld check (
    (payout_id is null) = (withheld_cents is null) and withheld_cents >= 0 and withheld_cents < amount_cents);
create unique index invoice_payout on invoice (payout_id) where payout_id is not null;
