-- The language that an account has chosen for screens, mails and documents; null: as its browser says, English where none says.
-- Which languages there are is the code's to know.
alter table app_user add column language text check (language ~ '^[a-z]{2}$');
