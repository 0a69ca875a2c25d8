/** So long an image is kept that no creative has, nor what was approved last of one. */
export const UNUSED_IMAGE_DAYS = 7;
/** Of one account at once: an upload becomes a creative within minutes, and what is uploaded and left fills the disk. */
export const MAX_UNUSED_IMAGES = 500;
/**
 * So long after an image went, with its account or because nothing used it, its file is looked for wherever images are
 * kept: on a machine that was off meanwhile it goes when that is back.
 */
export const GONE_IMAGES_SOUGHT_DAYS = 90;
