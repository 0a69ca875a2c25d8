import { ADVERTISER } from './guard.ts';
import { screen } from './screen.tsx';

/** One line per screen of the advertiser. */
export const advertiserRoutes = [
  screen('/advertiser/campaigns', ADVERTISER, () => import('../../features/campaigns/campaign-list.tsx')),
  screen(
    '/advertiser/campaigns/create',
    ADVERTISER,
    () => import('../../features/campaigns/wizard/campaign-wizard.tsx'),
  ),
  screen(
    '/advertiser/campaigns/$id',
    ADVERTISER,
    () => import('../../features/campaigns/details/campaign-details.tsx'),
  ),
  screen('/advertiser/statistics', ADVERTISER, () => import('../../features/reports/statistics.tsx')),
  screen('/advertiser/creatives', ADVERTISER, () => import('../../features/creatives/creative-list.tsx')),
  screen(
    '/advertiser/creatives/create',
    ADVERTISER,
    () => import('../../features/creatives/wizard/creative-wizard.tsx'),
  ),
  screen(
    '/advertiser/creatives/create/$campaignId/$adSetId',
    ADVERTISER,
    () => import('../../features/creatives/wizard/preset-wizard.tsx'),
  ),
  screen(
    '/advertiser/creatives/$id',
    ADVERTISER,
    () => import('../../features/creatives/creative-details.tsx'),
  ),
  screen(
    '/advertiser/creatives/$id/edit',
    ADVERTISER,
    () => import('../../features/creatives/creative-edit.tsx'),
  ),
  screen('/advertiser/billing', ADVERTISER, () => import('../../features/billing/billing.tsx')),
] as const;
