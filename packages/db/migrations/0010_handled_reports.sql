-- When the publisher of the website marked a visitor's report as handled; null: it is still open.
alter table ad_report add column handled_at timestamptz;
