-- Statements that are asked every few seconds, of tables that grow for as long as a network runs.

-- Whom the queue's reminder was told, of all that an operator was ever told.
create index notification_review_wait on notification (user_id, created_at desc) where kind = 'review.wait';

-- Mails that were given up are kept, unsent: only those of the last day are looked at.
drop index mail_outbox_waiting;
create index mail_outbox_unsent on mail_outbox (created_at, id) where sent_at is null;

-- A file that is removed is looked for among everybody's images.
create index image_file_key on image (file_key);

-- What was rejected, newest first, and by what its code says.
create index creative_rejected on creative (id) where rejection_code is not null;

-- Equal for code that says the same but for blanks, which are those that JavaScript calls so.
create function ad_code_key(code text) returns text language sql immutable strict parallel safe
  return md5(regexp_replace(code, '[\s\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\ufeff]+', '', 'g'));
create index creative_rejected_code on creative (ad_code_key(ad_code)) where rejection_code is not null and ad_code is not null;
