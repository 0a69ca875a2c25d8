-- A widget far below the window asks when it comes near: an ad there that nobody reaches costs a cap or an impression. Widgets that
-- are on pages already wait as well, without a new snippet, since the ad server answers for them.
alter table widget add column lazy boolean not null default true;
drop trigger log_widget on widget;
create trigger log_widget after insert or update of status, type, heading_title, floor_cpm_micros, lazy on widget
  for each row execute function log_change('widget', 'id');
