import { ADVERTISER } from './guard.ts';
import { screen } from './screen.ts';

/** One line per screen of the advertiser. */
export const advertiserRoutes = [
  screen('/advertiser/campaigns', ADVERTISER, () => import('../../routes/advertiser/campaigns.tsx')),
] as const;
