import { defineTexts } from '../../i18n/texts.ts';

/** The publisher's report: earnings, figures, filtered events. */
export const publisherReportTexts = defineTexts('publisherReport', {
  title: 'Report',
  description: 'What your widgets earned, showed and were clicked.',
  earnings: {
    title: 'Earnings',
    available: 'Available balance',
    availableHint: 'Ready for withdrawal',
    pending: 'Pending earnings',
    pendingHint: 'Estimated; next payment {day}',
    total: 'Total earnings',
    totalHint: 'All time',
    failed: 'Failed to load earnings',
  },
  months: {
    title: 'Earnings by month',
    description:
      'A running month is estimated: late events and filtering may still change it. A closed month never changes.',
    month: 'Month',
    state: 'State',
    earned: 'Earnings',
    estimated: 'Estimated',
    closed: 'Closed',
    failed: 'Failed to load earnings by month',
    empty: 'No earnings yet',
    emptyText: 'The first month appears with the first paid view or click.',
  },
  filtered: {
    title: 'Filtered events',
    description:
      'Events from {from} to {to} that were not paid, by reason: {scope, select, widget {of the widget chosen above} website {of the website chosen above} other {of all your websites}}.',
    failed: 'Failed to load the filtered events',
    empty: 'Nothing was filtered',
    emptyText: 'Every event of these days counted.',
  },
});
