import type { User } from '@placard/contract/auth';
import type { Actor, HasDb } from '../../deps.ts';
import { selectUsers, userView } from './user-view.ts';

export async function readProfile(deps: HasDb, actor: Actor): Promise<User> {
  return userView(
    await selectUsers(deps.db, actor.accountId)
      .where('app_user.id', '=', actor.userId)
      .executeTakeFirstOrThrow(),
  );
}
