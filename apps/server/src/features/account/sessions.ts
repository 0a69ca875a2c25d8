import { AppError } from '../../api/app-error.ts';
import type { Actor, HasClock, HasDb } from '../../deps.ts';

export type SessionView = {
  id: number;
  current: boolean;
  createdAt: string;
  lastSeenAt: string;
  userAgent: string;
};

/** Where the account is signed in, last used first. */
export async function listSessions(deps: HasDb & HasClock, actor: Actor): Promise<{ items: SessionView[] }> {
  const rows = await deps.db
    .selectFrom('session')
    .select(['id', 'created_at', 'last_seen_at', 'user_agent'])
    .where('user_id', '=', actor.userId)
    .where('expires_at', '>', deps.clock())
    .orderBy('last_seen_at', 'desc')
    .orderBy('id', 'desc')
    .execute();
  return {
    items: rows.map((row) => ({
      id: row.id,
      current: row.id === actor.sessionId,
      createdAt: row.created_at.toISOString(),
      lastSeenAt: row.last_seen_at.toISOString(),
      userAgent: row.user_agent,
    })),
  };
}

/** Ends one session of one's own: signing out is ending the current one. @throws AppError `not_found`. */
export async function endSession(deps: HasDb, actor: Actor, sessionId: number): Promise<void> {
  await deps.db
    .deleteFrom('session')
    .where('id', '=', sessionId)
    .where('user_id', '=', actor.userId)
    .returning('id')
    .executeTakeFirstOrThrow(() => new AppError('not_found'));
}
