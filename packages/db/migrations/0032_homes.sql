-- What the operator's home asks at every visit, found without reading what is well.
create index wallet_watch_empty on wallet_watch (changed_at) where level = 'empty';
create index earning_month_open on earning_month (month) where closed_at is null;
