-- Where a mail leads whose words name no address: a path of the dashboard.
alter table mail_outbox add column way text check (way ~ '^/');
alter table digest_item add column way text check (way ~ '^/');

-- When an operator last sent themselves a mail of the catalogue, to try it.
alter table app_user add column mail_tested_at timestamptz;
