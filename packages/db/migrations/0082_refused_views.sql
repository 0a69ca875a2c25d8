-- Since when a view's question is refused: its owner was told, and is told again only after it was mailed in between.
alter table view_schedule add column refused_at timestamptz;
