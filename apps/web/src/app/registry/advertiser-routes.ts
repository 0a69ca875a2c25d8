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
] as const;
