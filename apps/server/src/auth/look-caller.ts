import type { Db } from '@placard/db/database';
import type { Role } from '@placard/domain/roles';
import { platformZone } from '@placard/domain/time-zone';
import { sql } from 'kysely';
import type { Caller } from '../api/access.ts';
import { mustEnrol } from './must-enrol.ts';
import { tokenSha256 } from './token.ts';

type LookRow = {
  operator_id: number;
  account_id: number;
  time_zone: string;
  roles: Role[];
  must_enrol: boolean;
};

/**
 * Whom the token of a look stands for: the operator as a person, so that nothing of a member's own is theirs, in the
 * account that they look at, with its roles and without the operator's. Nobody, as soon as the look, the operator's own
 * session or their role has ended, the account is none that signs in, or somebody who runs the network joined it.
 */
export async function lookCallerOf(
  db: Db,
  call: { readonly token: string; readonly now: Date; readonly accountId: number | null },
): Promise<Caller> {
  const { now } = call;
  const { rows } = await sql<LookRow>`
    select l.operator_id, l.account_id, a.time_zone, ${mustEnrol('u')} as must_enrol,
           array(select r.role from account_role r where r.account_id = a.id order by r.role) as roles
      from account_look l
      join session s on s.id = l.session_id and s.expires_at > ${now}
      join app_user u on u.id = l.operator_id and u.status = 'active'
      join user_role o on o.user_id = u.id and o.role = 'operator'
      join account a on a.id = l.account_id and a.status = 'active'
     where l.token_sha256 = ${tokenSha256(call.token)} and l.ended_at is null and l.expires_at > ${now}
       and not ${actsForOperator('a.id')}`.execute(db);
  const row = rows[0];
  if (row === undefined) return { kind: 'nobody' };
  if (call.accountId !== null && call.accountId !== row.account_id) return { kind: 'stranger' };
  return {
    kind: 'user',
    mustEnrol: row.must_enrol,
    mustStepUp: true,
    key: null,
    looks: true,
    actor: {
      userId: row.operator_id,
      accountId: row.account_id,
      member: 'viewer',
      sessionId: 0,
      roles: row.roles,
      timeZone: platformZone(row.time_zone),
    },
  };
}

/** Whether somebody who runs the network acts for the account. @param accountId how the statement calls its id */
export function actsForOperator(accountId: string) {
  return sql<boolean>`exists (
    select from account_member m join user_role x on x.user_id = m.user_id and x.role = 'operator'
     where m.account_id = ${sql.ref(accountId)})`;
}
