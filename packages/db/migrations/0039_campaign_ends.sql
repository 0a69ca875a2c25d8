-- The job that completes campaigns looks only at those whose last day may be over.
create index campaign_ending on campaign (end_date) where end_date is not null;
