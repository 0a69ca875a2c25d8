-- Money of a deposit that goes back has a document of its own, and so has what comes back after all: under the next number
-- of the invoices, with the sign by which it changes what was received. The receipt itself stays as it was issued.
-- Refunds of before this migration have none.
alter table invoice drop constraint invoice_kind_check;
alter table invoice add constraint invoice_kind_check check (kind in ('deposit', 'month', 'refund', 'refund_return'));
alter table invoice add column refund_id integer references deposit_refund;
alter table invoice add constraint invoice_of_refund check ((kind in ('refund', 'refund_return')) = (refund_id is not null));
alter table invoice add constraint invoice_refund_sign check (kind <> 'refund' or amount_cents < 0);
create unique index invoice_refund on invoice (refund_id, kind) where refund_id is not null;
