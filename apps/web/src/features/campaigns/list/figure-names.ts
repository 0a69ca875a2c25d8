/** Columns of what is measured, in their order. */
export const FIGURE_COLUMNS = ['impressions', 'viewableRate', 'clicks', 'ctr', 'spend', 'pacing'] as const;
