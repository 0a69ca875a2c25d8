import type { AuditActorKind } from '@placard/domain/audit';
import type { Actor } from '../../deps.ts';

/** In which capacity somebody changes their own account: the first of their roles, `visitor` while they have none. */
export function auditKindOf(actor: Pick<Actor, 'roles'>): AuditActorKind {
  return actor.roles[0] ?? 'visitor';
}
