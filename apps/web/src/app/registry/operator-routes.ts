import { OPERATOR } from './guard.ts';
import { screen } from './screen.ts';

/** One line per screen of the operator. */
export const operatorRoutes = [
  screen('/operator/reviews', OPERATOR, () => import('../../routes/operator/reviews.tsx')),
  screen('/operator/creatives', OPERATOR, () => import('../../routes/operator/creatives.tsx')),
  screen('/operator/websites', OPERATOR, () => import('../../routes/operator/websites.tsx')),
  screen('/operator/deposits', OPERATOR, () => import('../../routes/operator/deposits.tsx')),
  screen('/operator/payouts', OPERATOR, () => import('../../routes/operator/payouts.tsx')),
  screen('/operator/users', OPERATOR, () => import('../../routes/operator/users.tsx')),
  screen('/operator/report', OPERATOR, () => import('../../routes/operator/report.tsx')),
  screen('/operator/filtered', OPERATOR, () => import('../../routes/operator/filtered.tsx')),
  screen('/operator/settings', OPERATOR, () => import('../../routes/operator/settings.tsx')),
  screen('/operator/audit', OPERATOR, () => import('../../routes/operator/audit.tsx')),
  screen('/operator/mails', OPERATOR, () => import('../../routes/operator/mails.tsx')),
] as const;
