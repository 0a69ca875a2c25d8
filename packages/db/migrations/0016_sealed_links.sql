-- What a mail with a one-time link says is encrypted with the installation's key until it is sent, and then deleted.
-- What stands here in the clear is a copy without the link's token.
alter table mail_outbox add column sealed bytea;

-- Mails from before. One that was not sent yet goes without its link, so it is not sent: a new one has to be asked for.
update mail_outbox
   set attempts = 32767, last_error = 'Not sent: links are sealed now. Please ask for a new one.'
 where sent_at is null
   and concat(body_text, body_html) ~ '/(invite|reset-password|confirm-email)\?token=[A-Za-z0-9_-]';
update mail_outbox
   set body_text = regexp_replace(body_text, '(/(?:invite|reset-password|confirm-email)\?token=)[A-Za-z0-9_-]+', '\1…', 'g'),
       body_html = regexp_replace(body_html, '(/(?:invite|reset-password|confirm-email)\?token=)[A-Za-z0-9_-]+', '\1…', 'g');

alter table mail_outbox
  add constraint mail_outbox_without_links
    check (concat(body_text, body_html) !~ '/(invite|reset-password|confirm-email)\?token=[A-Za-z0-9_-]'),
  add constraint mail_outbox_sealed_until_sent check (sealed is null or sent_at is null);
