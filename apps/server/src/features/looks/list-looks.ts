import type { Look } from '@placard/contract/looks';
import { LOOKS_LISTED } from '@placard/domain/account/look';
import type { Actor, HasClock, HasDb } from '../../deps.ts';
import { displayName } from '../account/user-view.ts';

/** Which operators looked at the account, newest first. */
export async function listLooks(deps: HasDb & HasClock, actor: Actor): Promise<{ items: Look[] }> {
  const nowMs = deps.clock().getTime();
  const rows = await deps.db
    .selectFrom('account_look as l')
    .innerJoin('app_user as u', 'u.id', 'l.operator_id')
    .select(['l.id', 'l.reason', 'l.began_at', 'l.expires_at', 'l.ended_at', 'l.session_id'])
    .select(['u.first_name', 'u.last_name', 'u.email'])
    .where('l.account_id', '=', actor.accountId)
    .orderBy('l.id', 'desc')
    .limit(LOOKS_LISTED)
    .execute();
  return {
    items: rows.map((row) => ({
      id: row.id,
      operator: displayName(row),
      reason: row.reason,
      beganAt: row.began_at.toISOString(),
      endedAt: endOf(row, nowMs)?.toISOString() ?? null,
    })),
  };
}

/** Its time ends a look before anything writes that down; an operator who signed out has ended it by then at the latest. */
function endOf(
  look: { ended_at: Date | null; expires_at: Date; session_id: number | null },
  nowMs: number,
): Date | null {
  if (look.ended_at !== null) return look.ended_at;
  if (look.expires_at.getTime() <= nowMs) return look.expires_at;
  return look.session_id === null ? new Date(nowMs) : null;
}
