-- The address that a link of kind 'verify' confirms: the account has it from then on.
alter table user_link add column new_email text
  check (new_email = lower(new_email) and length(new_email) between 3 and 254);
alter table user_link add constraint user_link_verifies_an_address
  check ((kind = 'verify') = (new_email is not null)) not valid;
