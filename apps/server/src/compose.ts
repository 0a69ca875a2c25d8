import { accountRoutes } from './features/account/routes.ts';
import { campaignsRoutes } from './features/campaigns/routes.ts';
import type { AppDeps } from './features/feature.ts';

/** The routes of all features, one for each operation of the contract. */
export function createRouter(deps: AppDeps) {
  return {
    auth: accountRoutes(deps),
    campaigns: campaignsRoutes(deps),
  };
}
