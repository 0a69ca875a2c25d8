import type { Database } from '@placard/db/schema';
import type { Kysely } from 'kysely';
import { writeAudit } from '../audit/write-audit.ts';
import type { Actor } from '../feature.ts';

export async function auditCreative(
  trx: Kysely<Database>,
  actor: Actor,
  action: string,
  creativeId: number,
  at: Date,
  detail: Record<string, unknown>,
): Promise<void> {
  await writeAudit(trx, {
    actorUserId: actor.userId,
    actorKind: 'advertiser',
    action,
    subjectKind: 'creative',
    subjectId: creativeId,
    detail,
    at,
  });
}
