/** In which capacity somebody acted. */
export const AUDIT_ACTOR_KINDS = ['advertiser', 'publisher', 'operator', 'system', 'visitor'] as const;
export type AuditActorKind = (typeof AUDIT_ACTOR_KINDS)[number];
