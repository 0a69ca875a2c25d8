import { PUBLISHER } from './guard.ts';
import { screen } from './screen.tsx';

/** One line per screen of the publisher. */
export const publisherRoutes = [
  screen('/publisher/report', PUBLISHER, () => import('../../features/reports/publisher-report.tsx')),
  screen('/publisher/stats', PUBLISHER, () => import('../../features/collector/website-stats.tsx')),
  screen('/publisher/websites', PUBLISHER, () => import('../../features/websites/website-list.tsx')),
  screen('/publisher/websites/create', PUBLISHER, () => import('../../features/websites/website-create.tsx')),
  screen('/publisher/websites/$id/edit', PUBLISHER, () => import('../../features/websites/website-edit.tsx')),
  screen(
    '/publisher/websites/$id/widgets',
    PUBLISHER,
    () => import('../../features/widgets/website-widgets.tsx'),
  ),
  screen('/publisher/ads', PUBLISHER, () => import('../../features/publisher-ads/publisher-ads.tsx')),
  screen('/publisher/ads-txt', PUBLISHER, () => import('../../features/ads-txt/ads-txt.tsx')),
  screen('/publisher/widgets', PUBLISHER, () => import('../../features/widgets/all-widgets.tsx')),
  screen(
    '/publisher/websites/$id/widgets/create',
    PUBLISHER,
    () => import('../../features/widgets/widget-create.tsx'),
  ),
  screen(
    '/publisher/websites/$id/widgets/$widgetId/edit',
    PUBLISHER,
    () => import('../../features/widgets/widget-edit.tsx'),
  ),
  screen('/publisher/payment', PUBLISHER, () => import('../../features/payments/payment.tsx')),
] as const;
