import type { Db } from '@placard/db/database';

/** Everybody who runs the network and may sign in, in the order of their numbers. */
export async function activeOperators(
  db: Db,
): Promise<readonly { readonly id: number; readonly email: string }[]> {
  return await db
    .selectFrom('app_user')
    .innerJoin('user_role', 'user_role.user_id', 'app_user.id')
    .select(['app_user.id', 'email'])
    .where('role', '=', 'operator')
    .where('status', '=', 'active')
    .orderBy('app_user.id')
    .execute();
}

export async function isOperator(db: Db, userId: number): Promise<boolean> {
  const row = await db
    .selectFrom('user_role')
    .select('role')
    .where('user_id', '=', userId)
    .where('role', '=', 'operator')
    .executeTakeFirst();
  return row !== undefined;
}
