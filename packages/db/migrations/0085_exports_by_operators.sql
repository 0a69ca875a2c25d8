-- An operator who asked for the archive in somebody's stead; null: whose it is asked. Each has one of their own.
alter table data_export add column operator_id integer references app_user;
drop index data_export_of;
create unique index data_export_of on data_export (user_id, account_id, operator_id) nulls not distinct;
