-- The day that a SEPA file asks the bank to carry it out on; null: CSV, and files of before.
alter table payout_export add column execution_day date;
