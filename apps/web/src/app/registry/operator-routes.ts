/**
 * One line per screen; register it when its file exists:
 * `screen('/operator/…', OPERATOR, () => import('../../routes/operator/….tsx')),` (`OPERATOR` from `./guard.ts`, `screen` from `./screen.ts`).
 */
export const operatorRoutes = [] as const;
