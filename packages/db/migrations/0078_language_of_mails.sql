-- What a mail is written in, so that its HTML says so to whatever reads it aloud. Mails of before say nothing.
alter table mail_outbox add column language text;
