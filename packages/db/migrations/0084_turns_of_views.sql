-- The turn that is owed while a view is tried again after it failed: next_due_at is when. null: they are the same.
alter table view_schedule add column turn_at timestamptz;
