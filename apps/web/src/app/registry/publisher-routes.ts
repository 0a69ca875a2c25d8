/**
 * One line per screen; register it when its file exists:
 * `screen('/publisher/…', PUBLISHER, () => import('../../routes/publisher/….tsx')),` (`PUBLISHER` from `./guard.ts`, `screen` from `./screen.ts`).
 */
export const publisherRoutes = [] as const;
