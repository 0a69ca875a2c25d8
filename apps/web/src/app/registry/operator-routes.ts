import { OPERATOR } from './guard.ts';
import { screen } from './screen.tsx';

/** One line per screen of the operator. */
export const operatorRoutes = [
  screen('/operator', OPERATOR, () => import('../../features/operator-home/operator-home.tsx')),
  screen('/operator/reviews', OPERATOR, () => import('../../features/reviews/review-queue.tsx')),
  screen('/operator/creatives', OPERATOR, () => import('../../features/moderation/creative-list.tsx')),
  screen('/operator/websites', OPERATOR, () => import('../../features/moderation/website-list.tsx')),
  screen('/operator/deposits', OPERATOR, () => import('../../features/billing/deposits/deposit-list.tsx')),
  screen('/operator/documents', OPERATOR, () => import('../../features/billing/documents/document-list.tsx')),
  screen('/operator/corrections', OPERATOR, () => import('../../features/corrections/correction-list.tsx')),
  screen('/operator/payouts', OPERATOR, () => import('../../features/payments/payouts/payouts.tsx')),
  screen('/operator/users', OPERATOR, () => import('../../features/users/user-list.tsx')),
  screen('/operator/report', OPERATOR, () => import('../../features/reports/network-report.tsx')),
  screen('/operator/filtered', OPERATOR, () => import('../../features/reports/filtered-traffic.tsx')),
  screen('/operator/settings', OPERATOR, () => import('../../features/settings/settings-form.tsx')),
  screen('/operator/webhooks', OPERATOR, () => import('../../features/webhooks/network-webhooks.tsx')),
  screen('/operator/audit', OPERATOR, () => import('../../features/audit/audit-log.tsx')),
  screen('/operator/mails', OPERATOR, () => import('../../features/audit/mail-list.tsx')),
] as const;
