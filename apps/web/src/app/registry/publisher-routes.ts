import { PUBLISHER } from './guard.ts';
import { screen } from './screen.ts';

/** One line per screen of the publisher. */
export const publisherRoutes = [
  screen('/publisher/report', PUBLISHER, () => import('../../routes/publisher/report.tsx')),
  screen('/publisher/stats', PUBLISHER, () => import('../../routes/publisher/stats.tsx')),
  screen('/publisher/websites', PUBLISHER, () => import('../../routes/publisher/websites.tsx')),
  screen('/publisher/websites/create', PUBLISHER, () => import('../../routes/publisher/website-create.tsx')),
  screen('/publisher/websites/$id/edit', PUBLISHER, () => import('../../routes/publisher/website-edit.tsx')),
  screen(
    '/publisher/websites/$id/widgets',
    PUBLISHER,
    () => import('../../routes/publisher/website-widgets.tsx'),
  ),
  screen('/publisher/ads', PUBLISHER, () => import('../../routes/publisher/ads.tsx')),
  screen('/publisher/ads-txt', PUBLISHER, () => import('../../routes/publisher/ads-txt.tsx')),
  screen('/publisher/widgets', PUBLISHER, () => import('../../routes/publisher/widgets.tsx')),
  screen(
    '/publisher/websites/$id/widgets/create',
    PUBLISHER,
    () => import('../../routes/publisher/widget-create.tsx'),
  ),
  screen(
    '/publisher/websites/$id/widgets/$widgetId/edit',
    PUBLISHER,
    () => import('../../routes/publisher/widget-edit.tsx'),
  ),
  screen('/publisher/payment', PUBLISHER, () => import('../../routes/publisher/payment.tsx')),
] as const;
