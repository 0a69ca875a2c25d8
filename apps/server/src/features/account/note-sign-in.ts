import type { Tx } from '@placard/db/database';
import { sql } from 'kysely';
import type { UserRecord } from './user-view.ts';

type Entering = Pick<UserRecord, 'id' | 'version' | 'totp_secret_sealed'>;

/**
 * Writes down that somebody signs in, where what let them in does so still. Who chooses another password or address, sets
 * up a second factor or suspends somebody ends all sessions; one that was being opened meanwhile would outlive that, and
 * whoever knows the password may open one after the other.
 * @param user as they were when it was looked at who they are: each of these changes makes another version of them
 * @param newHash of the same password, where the one that is kept cost less than today's
 * @returns false where that was changed since
 */
export async function noteSignIn(
  trx: Tx,
  user: Entering,
  { now, newHash = null }: { readonly now: Date; readonly newHash?: string | null },
): Promise<boolean> {
  const noted = await trx
    .updateTable('app_user')
    .set({ last_login_at: now, ...(newHash === null ? {} : { password_hash: newHash }) })
    .where('id', '=', user.id)
    .where('version', '=', user.version)
    .where(sql<boolean>`totp_secret_sealed is not distinct from ${user.totp_secret_sealed}`)
    .returning('id')
    .executeTakeFirst();
  return noted !== undefined;
}
