import { AppError } from '../../api/app-error.ts';
import type { Actor, HasClock, HasDb } from '../../deps.ts';

type Deps = HasDb & HasClock;

/** Read is read: a second time keeps the first one's moment. @throws AppError `not_found`, also for somebody else's. */
export async function markNoticeRead({ db, clock }: Deps, actor: Actor, id: number): Promise<void> {
  await db
    .updateTable('notification')
    .set((eb) => ({ read_at: eb.fn.coalesce('read_at', eb.val(clock())) }))
    .where('id', '=', id)
    .where('user_id', '=', actor.userId)
    .returning('id')
    .executeTakeFirstOrThrow(() => new AppError('not_found'));
}

/** Marks what the caller has seen: notices that came after `upTo` stay unread. */
export async function markAllRead({ db, clock }: Deps, actor: Actor, upTo: number): Promise<void> {
  await db
    .updateTable('notification')
    .set({ read_at: clock() })
    .where('user_id', '=', actor.userId)
    .where((eb) => eb.or([eb('account_id', 'is', null), eb('account_id', '=', actor.accountId)]))
    .where('id', '<=', upTo)
    .where('read_at', 'is', null)
    .execute();
}
