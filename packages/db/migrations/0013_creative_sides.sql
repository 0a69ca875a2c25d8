-- Searches for a size by its two sides. Their product, which the order by size has its index for, tells the planner
-- nothing of how many creatives have it, nor would two sides taken for independent of each other.
create index creative_by_sides on creative (advertiser_id, width_px, height_px, id) where status <> 'archived';
create statistics creative_sides (mcv) on width_px, height_px from creative;
analyze creative (width_px, height_px);
