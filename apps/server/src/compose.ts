import { accountRoutes } from './features/account/routes.ts';
import { auditRoutes } from './features/audit/routes.ts';
import { billingRoutes, operatorDepositsRoutes } from './features/billing/routes.ts';
import { campaignsRoutes } from './features/campaigns/routes.ts';
import { creativesRoutes } from './features/creatives/routes.ts';
import type { AppDeps } from './features/feature.ts';
import { reviewsRoutes } from './features/reviews/routes.ts';
import { settingsRoutes } from './features/settings/routes.ts';
import { usersRoutes } from './features/users/routes.ts';
import { websitesRoutes } from './features/websites/routes.ts';
import { widgetsRoutes } from './features/widgets/routes.ts';

/** The routes of all features, one for each operation of the contract. */
export function createRouter(deps: AppDeps) {
  return {
    auth: accountRoutes(deps),
    campaigns: campaignsRoutes(deps),
    creatives: creativesRoutes(deps),
    billing: billingRoutes(deps),
    websites: websitesRoutes(deps),
    widgets: widgetsRoutes(deps),
    operator: {
      ...usersRoutes(deps),
      ...reviewsRoutes(deps),
      ...operatorDepositsRoutes(deps),
      ...settingsRoutes(deps),
      ...auditRoutes(deps),
    },
  };
}
