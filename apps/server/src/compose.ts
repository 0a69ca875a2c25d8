import { accountRoutes } from './features/account/routes.ts';
import { auditRoutes } from './features/audit/routes.ts';
import { billingRoutes, operatorDepositsRoutes } from './features/billing/routes.ts';
import { campaignsRoutes } from './features/campaigns/routes.ts';
import type { AppDeps } from './features/feature.ts';
import { settingsRoutes } from './features/settings/routes.ts';
import { usersRoutes } from './features/users/routes.ts';

/** The routes of all features, one for each operation of the contract. */
export function createRouter(deps: AppDeps) {
  return {
    auth: accountRoutes(deps),
    campaigns: campaignsRoutes(deps),
    billing: billingRoutes(deps),
    operator: {
      ...usersRoutes(deps),
      ...operatorDepositsRoutes(deps),
      ...settingsRoutes(deps),
      ...auditRoutes(deps),
    },
  };
}
