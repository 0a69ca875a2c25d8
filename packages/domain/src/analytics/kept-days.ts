/** Page views are kept this many days, in analytics and in the batches that it can be rebuilt from. */
export const PAGE_VIEWS_KEPT_DAYS = 400;
