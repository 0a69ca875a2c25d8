import type { Db } from '@placard/db/database';
import { AppError } from '../../api/app-error.ts';

/** @throws AppError `not_found` for an account that is no publisher's */
export async function requirePublisher(db: Db, accountId: number): Promise<void> {
  await db
    .selectFrom('account_role')
    .select('account_id')
    .where('account_id', '=', accountId)
    .where('role', '=', 'publisher')
    .executeTakeFirstOrThrow(() => new AppError('not_found'));
}
