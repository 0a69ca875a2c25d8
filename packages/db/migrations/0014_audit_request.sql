-- Where an act came from: the caller's address and browser. Null for what the system does by itself, and for what
-- stands in the log from before.
alter table audit_log add column ip text check (length(ip) <= 64);
alter table audit_log add column user_agent text check (length(user_agent) <= 400);
