import type { UserRow } from '@placard/contract/users';
import type { Db } from '@placard/db/database';
import { AppError } from '../../api/app-error.ts';
import { selectUsers, type UserRecord, userView } from '../account/user-view.ts';

/** `invited`: has never chosen a password. */
export function userRow(user: UserRecord): UserRow {
  return { ...userView(user), invited: user.status === 'inactive' && user.password_hash === null };
}

/** @throws AppError `not_found`. */
export async function readUserRow(db: Db, userId: number): Promise<UserRow> {
  const user = await selectUsers(db)
    .where('app_user.id', '=', userId)
    .executeTakeFirstOrThrow(() => new AppError('not_found'));
  return userRow(user);
}
