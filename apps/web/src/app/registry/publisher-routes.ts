import { PUBLISHER } from './guard.ts';
import { screen } from './screen.ts';

/** One line per screen of the publisher. */
export const publisherRoutes = [
  screen('/publisher/websites', PUBLISHER, () => import('../../routes/publisher/websites.tsx')),
] as const;
