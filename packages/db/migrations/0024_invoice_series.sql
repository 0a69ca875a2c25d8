-- Each advertiser's documents follow each other without gaps, by a series of their own: taken in the transaction that
-- writes the document, like the network's number, which stays. What was issued before keeps that one as its number.
create table invoice_series (
  advertiser_id integer primary key references app_user,
  last_number integer not null check (last_number > 0)
);
alter table invoice
  add column series_number integer check (series_number > 0),
  add constraint invoice_series_number unique (advertiser_id, series_number);
