import type { Db } from '@placard/db/database';
import type { KeyScope } from '@placard/domain/account/api-key';
import type { MemberRole, Role } from '@placard/domain/roles';
import { platformZone } from '@placard/domain/time-zone';
import type { UserStatus } from '@placard/domain/user/status';
import { sql } from 'kysely';
import type { Caller } from '../api/access.ts';
import { mustEnrol } from './must-enrol.ts';
import { rolesOf } from './roles-of.ts';
import { tokenSha256 } from './token.ts';

/** When and from where a key was used is written at most this often: reading stays one indexed read. */
const USED_EVERY_MS = 60_000;

type KeyRow = {
  id: number;
  user_id: number;
  account_id: number;
  scopes: KeyScope[];
  expires_at: Date | null;
  last_used_at: Date | null;
  status: UserStatus;
  account_status: UserStatus;
  member: MemberRole;
  time_zone: string;
  roles: Role[];
  must_enrol: boolean;
};

/**
 * Whom an API key stands for: its maker as they are now, in the one account it was made for. Nobody runs the network by
 * a key, so that its roles are the account's alone.
 */
export async function keyCallerOf(
  db: Db,
  call: {
    readonly token: string;
    readonly now: Date;
    readonly accountId: number | null;
    readonly ip: string;
  },
): Promise<Caller> {
  const { now } = call;
  const { rows } = await sql<KeyRow>`
    select k.id, k.user_id, k.account_id, k.scopes, k.expires_at, k.last_used_at, u.status,
           a.status as account_status, m.role as member, a.time_zone,
           ${mustEnrol('u')} as must_enrol, ${rolesOf('u.id', 'a.id')} as roles
      from api_key k
      join app_user u on u.id = k.user_id
      join account_member m on m.user_id = k.user_id and m.account_id = k.account_id
      join account a on a.id = k.account_id
     where k.token_sha256 = ${tokenSha256(call.token)}`.execute(db);
  const row = rows[0];
  if (row === undefined || (row.expires_at !== null && row.expires_at <= now) || row.status === 'inactive') {
    return { kind: 'nobody' };
  }
  if (row.status === 'suspended' || row.account_status === 'suspended') return { kind: 'suspended' };
  if (call.accountId !== null && call.accountId !== row.account_id) return { kind: 'stranger' };
  if (row.last_used_at === null || now.getTime() - row.last_used_at.getTime() >= USED_EVERY_MS) {
    await db
      .updateTable('api_key')
      .set({ last_used_at: now, last_used_ip: call.ip })
      .where('id', '=', row.id)
      .execute();
  }
  return {
    kind: 'user',
    mustEnrol: row.must_enrol,
    mustStepUp: false,
    key: { id: row.id, scopes: row.scopes },
    looks: false,
    actor: {
      userId: row.user_id,
      accountId: row.account_id,
      member: row.member,
      sessionId: 0,
      roles: row.roles.filter((role) => role !== 'operator'),
      timeZone: platformZone(row.time_zone),
    },
  };
}
