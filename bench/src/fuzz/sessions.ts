import { createDb, type createPool } from '@placard/db/database';
import type { RunningPlacard } from '@placard/tooling/running-placard';
import { startSession } from '../../../apps/server/src/auth/sessions.ts';

export type Role = 'advertiser' | 'publisher' | 'operator';
export const ROLES: readonly Role[] = ['advertiser', 'publisher', 'operator'];

/**
 * Signs everybody in again, and undoes what would end the tries: hostile calls suspend people and close doors too.
 * @returns a token of an owner of each role
 */
export async function signEverybodyIn(
  pool: ReturnType<typeof createPool>,
  { demoAccounts = [] }: Pick<RunningPlacard, 'demoAccounts'>,
): Promise<Partial<Record<Role, string>>> {
  await pool.query(
    `update network_settings set totp_required = 'nobody', step_up = 'nobody'
      where totp_required <> 'nobody' or step_up <> 'nobody'`,
  );
  await pool.query("update app_user set status = 'active' where email = any($1) and status <> 'active'", [
    demoAccounts.map(({ email }) => email),
  ]);
  const db = createDb(pool);
  const tokens: Partial<Record<Role, string>> = {};
  for (const role of ROLES) {
    const { rows } = await pool.query<{ id: number }>(
      `select u.id from app_user u
        where u.status = 'active' and (exists (select from user_role r where r.user_id = u.id and r.role = $1)
           or exists (select from account_member m join account_role r on r.account_id = m.account_id and r.role = $1
                       where m.user_id = u.id and m.role = 'owner'))
        order by u.id limit 1`,
      [role],
    );
    const [user] = rows;
    if (user !== undefined)
      tokens[role] = await startSession(db, { userId: user.id, userAgent: 'fuzz', now: new Date() });
  }
  return tokens;
}
