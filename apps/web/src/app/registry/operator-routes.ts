import { OPERATOR } from './guard.ts';
import { screen } from './screen.tsx';

/** One line per screen of the operator. */
export const operatorRoutes = [
  screen('/operator', OPERATOR, () => import('../../features/operator-home/operator-home.tsx')),
  screen('/operator/reviews', OPERATOR, () => import('../../features/reviews/review-queue.tsx')),
  screen('/operator/campaigns', OPERATOR, () => import('../../features/moderation/campaign-list.tsx')),
  screen('/operator/campaigns/$id', OPERATOR, () => import('../../features/moderation/campaign-page.tsx')),
  screen('/operator/creatives', OPERATOR, () => import('../../features/moderation/creative-list.tsx')),
  screen('/operator/creatives/$id', OPERATOR, () => import('../../features/moderation/creative-page.tsx')),
  screen('/operator/websites', OPERATOR, () => import('../../features/moderation/website-list.tsx')),
  screen('/operator/websites/$id', OPERATOR, () => import('../../features/moderation/website-page.tsx')),
  screen('/operator/deposits', OPERATOR, () => import('../../features/billing/deposits/deposit-list.tsx')),
  screen(
    '/operator/deposits/$id',
    OPERATOR,
    () => import('../../features/billing/deposits/deposit-page.tsx'),
  ),
  screen('/operator/documents', OPERATOR, () => import('../../features/billing/documents/document-list.tsx')),
  screen(
    '/operator/documents/$number',
    OPERATOR,
    () => import('../../features/billing/documents/document-page.tsx'),
  ),
  screen('/operator/corrections', OPERATOR, () => import('../../features/corrections/correction-list.tsx')),
  screen(
    '/operator/reconciliation',
    OPERATOR,
    () => import('../../features/reconciliation/reconciliation.tsx'),
  ),
  screen('/operator/payouts', OPERATOR, () => import('../../features/payments/payouts/payouts.tsx')),
  screen('/operator/payouts/$id', OPERATOR, () => import('../../features/payments/payouts/payout-page.tsx')),
  screen('/operator/users', OPERATOR, () => import('../../features/users/user-list.tsx')),
  screen('/operator/users/$id', OPERATOR, () => import('../../features/users/user-page.tsx')),
  screen('/operator/accounts/$id', OPERATOR, () => import('../../features/users/account-page.tsx')),
  screen('/operator/report', OPERATOR, () => import('../../features/reports/network-report.tsx')),
  screen('/operator/filtered', OPERATOR, () => import('../../features/reports/filtered-traffic.tsx')),
  screen('/operator/traffic-rules', OPERATOR, () => import('../../features/traffic-rules/traffic-rules.tsx')),
  screen('/operator/health', OPERATOR, () => import('../../features/health/health.tsx')),
  screen('/operator/settings', OPERATOR, () => import('../../features/settings/settings-form.tsx')),
  screen('/operator/minimum-bids', OPERATOR, () => import('../../features/minimum-bids/minimum-bids.tsx')),
  screen('/operator/webhooks', OPERATOR, () => import('../../features/webhooks/network-webhooks.tsx')),
  screen('/operator/audit', OPERATOR, () => import('../../features/audit/audit-log.tsx')),
  screen('/operator/mails', OPERATOR, () => import('../../features/audit/mail-list.tsx')),
  screen('/operator/mails/catalogue', OPERATOR, () => import('../../features/audit/mail-catalogue.tsx')),
] as const;
