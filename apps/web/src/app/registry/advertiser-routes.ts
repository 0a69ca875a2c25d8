import { ADVERTISER } from './guard.ts';
import { screen } from './screen.ts';

/** One line per screen of the advertiser. */
export const advertiserRoutes = [
  screen('/advertiser/campaigns', ADVERTISER, () => import('../../routes/advertiser/campaigns.tsx')),
  screen(
    '/advertiser/campaigns/create',
    ADVERTISER,
    () => import('../../routes/advertiser/campaign-create.tsx'),
  ),
  screen('/advertiser/campaigns/$id', ADVERTISER, () => import('../../routes/advertiser/campaign.tsx')),
  screen('/advertiser/statistics', ADVERTISER, () => import('../../routes/advertiser/statistics.tsx')),
  screen('/advertiser/creatives', ADVERTISER, () => import('../../routes/advertiser/creatives.tsx')),
  screen(
    '/advertiser/creatives/create',
    ADVERTISER,
    () => import('../../routes/advertiser/creative-create.tsx'),
  ),
  screen(
    '/advertiser/creatives/create/$campaignId/$adSetId',
    ADVERTISER,
    () => import('../../routes/advertiser/creative-create-for.tsx'),
  ),
  screen('/advertiser/creatives/$id', ADVERTISER, () => import('../../routes/advertiser/creative.tsx')),
  screen(
    '/advertiser/creatives/$id/edit',
    ADVERTISER,
    () => import('../../routes/advertiser/creative-edit.tsx'),
  ),
  screen('/advertiser/billing', ADVERTISER, () => import('../../routes/advertiser/billing.tsx')),
] as const;
