import type { User } from '@placard/contract/auth';
import type { Actor, HasDb } from '../../deps.ts';
import { readLookedAt, selectUsers, userView } from './user-view.ts';

export async function readProfile(deps: HasDb, actor: Actor): Promise<User> {
  return userView(
    await selectUsers(deps.db, actor.accountId)
      .where('app_user.id', '=', actor.userId)
      .executeTakeFirstOrThrow(),
  );
}

/** Of an operator who looks at an account: themselves, in that account as one who only looks. */
export async function readLookProfile({ db }: HasDb, actor: Actor): Promise<User> {
  const [operator, account] = await Promise.all([
    selectUsers(db).where('app_user.id', '=', actor.userId).executeTakeFirstOrThrow(),
    readLookedAt(db, actor),
  ]);
  return userView({ ...operator, ...account });
}
