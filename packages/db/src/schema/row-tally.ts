/** How many rows of each status and type an account has; kept by triggers. */
export type RowTallyTable = {
  list: 'campaign' | 'creative' | 'website' | 'widget' | 'publisher_widget' | 'payout';
  /** The account whose rows they are; of `widget` the website, of `publisher_widget` the publisher. */
  owner_id: number;
  status: string;
  /** '' where the list has no types. */
  type: string;
  row_count: number;
  /** Of campaigns the total budgets in micros, of websites the declared monthly traffic. */
  amount: bigint;
};
