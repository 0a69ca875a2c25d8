-- Who sells, as documents name it, and which tax is in what buyers of each country are charged:
-- [{"country": "DE", "rateBp": 1900}]. Empty: nothing is said of it.
alter table network_settings
  add column seller_name text not null default '',
  add column seller_address text not null default '',
  add column seller_country text not null default '' check (seller_country ~ '^([A-Z]{2})?$'),
  add column seller_registration text not null default '',
  add column seller_vat_number text not null default '',
  add column tax_rates jsonb not null default '[]' check (jsonb_typeof(tax_rates) = 'array');

-- How an account is named on documents, in one place apart from the person who signs in.
create table billing_details (
  user_id integer primary key references app_user,
  name text not null check (name <> ''),
  address text not null check (address <> ''),
  country text not null check (country ~ '^[A-Z]{2}$'),
  -- as it is written officially, in the EU with the letters of its country
  vat_number text check (vat_number <> ''),
  registration_number text check (registration_number <> ''),
  version integer not null default 1
);

-- A series for each kind of bookkeeping: payments in, spend, corrections. What was issued before goes on as the first places of
-- its account's invoices.
alter table invoice_series drop constraint invoice_series_pkey;
alter table invoice_series rename column advertiser_id to owner_id;
alter table invoice_series add column series text not null default 'INV' check (series ~ '^[A-Z]{3}$');
alter table invoice_series alter column series drop default;
alter table invoice_series add primary key (owner_id, series);
alter table invoice add column series text check (series ~ '^[A-Z]{3}$');
update invoice set series = 'INV' where series_number is not null;
alter table invoice add constraint invoice_in_series check ((series is null) = (series_number is null));
alter table invoice drop constraint invoice_series_number;
alter table invoice add constraint invoice_series_number unique (advertiser_id, series, series_number);

-- What of a document's amount is tax. Null on what was issued before, and on receipts, which tax nothing.
alter table invoice
  add column tax_treatment text check (tax_treatment in ('untaxed', 'taxed', 'reverse_charge', 'outside')),
  add column tax_bp integer check (tax_bp between 0 and 5000),
  add column tax_cents bigint,
  add constraint invoice_tax_whole check ((tax_treatment is null) = (tax_bp is null) and (tax_bp is null) = (tax_cents is null)),
  add constraint invoice_tax_rate check ((tax_treatment = 'taxed') = (tax_bp > 0)),
  add constraint invoice_tax_part check (abs(tax_cents) <= abs(amount_cents) and tax_cents * amount_cents >= 0 and (tax_bp > 0 or tax_cents = 0)),
  add column period_from date,
  add column period_to date check (period_to >= period_from);
-- The operator's list of all documents, by day of issue.
create index invoice_issued on invoice (issued_at desc, number desc);
create index invoice_advertiser on invoice (advertiser_id, number desc);
