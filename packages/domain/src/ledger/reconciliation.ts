/**
 * What is held against what, in the order of the screen: the ledger against itself, then against what made its entries,
 * then against the files for banks and the reports.
 */
export const RECONCILIATION_CHECKS = [
  'trial_balance',
  'transactions',
  'balances',
  'charges',
  'campaigns',
  'earnings',
  'months',
  'deposits',
  'refunds',
  'corrections',
  'payouts',
  'withheld_tax',
  'in_flight',
  'bank_files',
  'reports',
] as const;
export type ReconciliationCheck = (typeof RECONCILIATION_CHECKS)[number];

/** What a line that differs is about. */
export const DIFFERENCE_SUBJECTS = [
  'ledger',
  'transaction',
  'account',
  'advertiser',
  'campaign',
  'publisher',
  'deposit',
  'correction',
  'payout',
  'payout_export',
  'report_line',
] as const;
export type DifferenceSubject = (typeof DIFFERENCE_SUBJECTS)[number];

/** Lines that differ and are kept with a result; all are counted. */
export const DIFFERENCES_KEPT = 20;

/** A result tells of the books of today; older than this nobody has looked. */
export const RECONCILED_WITHIN_MS = 36 * 3_600_000;
