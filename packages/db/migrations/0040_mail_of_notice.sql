-- Of which notice a mail is and whose: by that it carries the way to end mails of its kind.
alter table mail_outbox
  add column notice_kind text,
  add column notice_user_id integer references app_user,
  add constraint mail_outbox_notice check ((notice_kind is null) = (notice_user_id is null));
