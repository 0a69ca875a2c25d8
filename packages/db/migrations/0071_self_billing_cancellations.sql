-- A self-billing invoice that is wrong is cancelled by a document of its own, in a series of its own; the payout may then have another one.
alter table invoice drop constraint invoice_kind_check;
alter table invoice add constraint invoice_kind_check check (
  kind in ('deposit', 'month', 'refund', 'refund_return', 'credit_note', 'debit_note', 'self_billing', 'self_billing_cancellation'));
-- Which of its payout's invoices it is, or cancels: the next one follows the cancellation of the one before. 1 of all other documents.
alter table invoice add column payout_issue integer not null default 1 check (payout_issue between 1 and 100);
alter table invoice
  drop constraint invoice_of_payout,
  drop constraint invoice_withheld,
  drop constraint invoice_corrects,
  add constraint invoice_of_payout check ((kind in ('self_billing', 'self_billing_cancellation')) = (payout_id is not null)),
  add constraint invoice_withheld check (
    (payout_id is null) = (withheld_cents is null) and abs(withheld_cents) < abs(amount_cents) and withheld_cents * amount_cents >= 0),
  add constraint invoice_corrects check (
    corrects_number is null or correction_id is not null or kind = 'self_billing_cancellation'),
  add constraint invoice_cancels check (
    kind <> 'self_billing_cancellation' or (corrects_number is not null and amount_cents < 0));
drop index invoice_payout;
create unique index invoice_payout on invoice (payout_id, kind, payout_issue) where payout_id is not null;
create unique index invoice_cancelled on invoice (corrects_number) where kind = 'self_billing_cancellation';
