-- Images that nothing uses go after a while: since when that is so, and when one was removed. The row stays until every
-- machine that has a copy of the file has had the time to find out.
alter table image add column unused_since timestamptz, add column removed_at timestamptz;
create index image_unused on image (unused_since) where unused_since is not null and removed_at is null;
create index image_removed on image (removed_at) where removed_at is not null;
-- Whether a creative has the image.
create index creative_image on creative (image_id) where image_id is not null;
