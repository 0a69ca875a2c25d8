-- Fallback content of widgets, block-lists of widgets, the category of a campaign, and reports of ads by visitors.

-- Written into the snippet that the publisher copies; delivery never sends it.
alter table widget add column fallback_html text not null default '' check (length(fallback_html) <= 5000);

-- Code of packages/domain/src/campaign/ad-categories.ts; null: the advertiser named none.
alter table campaign add column category text check (length(category) <= 40);

-- Beside what the whole website blocks (website_block).
create table widget_block (
  widget_id integer not null references widget,
  kind text not null check (kind in ('advertiser_domain', 'category', 'creative')),
  value text not null check (length(value) between 1 and 253),
  created_at timestamptz not null default now(),
  primary key (widget_id, kind, value)
);
create trigger log_widget_block after insert or delete on widget_block
  for each row execute function log_change('widget', 'widget_id');

create table ad_report (
  id integer generated always as identity primary key,
  creative_id integer not null references creative,
  website_id integer not null references website,
  widget_id integer not null references widget,
  reason text not null check (reason in ('misleading', 'offensive', 'malicious', 'intrusive', 'repetitive', 'other')),
  comment text not null default '' check (length(comment) <= 500),
  -- The day's hash of address and browser: nobody can be told from it, and the same viewer has another tomorrow.
  viewer_hash bytea not null check (length(viewer_hash) = 8),
  reported_at timestamptz not null default now(),
  -- when the operator last decided about the creative: it counts for the review queue until then
  judged_at timestamptz
);
-- One viewer counts once a day for a creative on a website, however often the button is pressed.
create unique index ad_report_once on ad_report (creative_id, website_id, viewer_hash);
create index ad_report_website on ad_report (website_id, creative_id, reported_at);
create index ad_report_viewer on ad_report (viewer_hash, reported_at);
create index ad_report_open on ad_report (creative_id, reported_at) where judged_at is null;
