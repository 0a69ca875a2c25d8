-- What of each kind stands at the bell, and whether its mails wait for the day's digest. `mail`: at all.
alter table notice_preference
  add column in_app boolean not null default true,
  add column digest boolean not null default false,
  add constraint notice_preference_digest check (mail or not digest);

-- What its reader does not want at the bell is kept: it says who was told of what.
alter table notification add column in_app boolean not null default true;

-- What waits for somebody's next digest of an account, in their language; null: of the network.
create table digest_item (
  id bigint generated always as identity primary key,
  user_id integer not null references app_user,
  account_id integer references account,
  kind text not null,
  subject text not null,
  body_text text not null,
  created_at timestamptz not null
);
create index digest_item_of on digest_item (user_id, account_id, created_at);

-- The turn that was mailed last: whoever mails the next one locks this row.
create table digest_turn (
  user_id integer not null references app_user,
  account_id integer references account,
  sent_for timestamptz not null
);
create unique index digest_turn_of on digest_turn (user_id, account_id) nulls not distinct;
