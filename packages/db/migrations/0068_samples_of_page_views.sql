-- Page views of the analytics code are sampled as events are: they know their website, and no widget.
alter table traffic_sample
  -- 0: it is the widget's, or there is none
  add column website_id integer not null default 0;
