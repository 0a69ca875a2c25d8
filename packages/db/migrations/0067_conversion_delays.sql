-- When a conversion's click was made: how long people take is asked of it. Those counted before have none.
alter table campaign_conversion add column clicked_at timestamptz;
create index campaign_conversion_time on campaign_conversion (campaign_id, converted_at);
