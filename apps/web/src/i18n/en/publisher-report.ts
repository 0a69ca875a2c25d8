import { defineTexts } from '../texts.ts';

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
  filtered: {
    title: 'Filtered events',
    description:
      'Events from {from} to {to} that were not paid, by reason. They are of all your websites, whatever filters the figures above have.',
    failed: 'Failed to load the filtered events',
    empty: 'Nothing was filtered',
    emptyText: 'Every event of these days counted.',
  },
});
