-- When somebody last showed in this session who they are, by the password or the second factor; null: asked again before
-- money moves.
alter table session add column proved_at timestamptz;

-- Of whom that is wanted.
alter table network_settings add column step_up text not null default 'operators'
  check (step_up in ('nobody', 'operators', 'everybody'));
