import type { Db } from '@placard/db/database';
import { isApiKey } from '@placard/domain/account/api-key';
import { isLookToken } from '@placard/domain/account/look';
import { isProofRecent, needsStepUp, type StepUpRequirement } from '@placard/domain/account/step-up';
import type { MemberRole, Role } from '@placard/domain/roles';
import { platformZone } from '@placard/domain/time-zone';
import type { UserStatus } from '@placard/domain/user/status';
import { sql } from 'kysely';
import type { Caller } from '../api/access.ts';
import { actingAccount } from './acting-account.ts';
import { keyCallerOf } from './api-key-caller.ts';
import { lookCallerOf } from './look-caller.ts';
import { mustEnrol } from './must-enrol.ts';
import { rolesOf } from './roles-of.ts';
import { issueToken, tokenSha256 } from './token.ts';

export const SESSION_DAYS = 30;
/** After so long one signs in again, however often the session was used: a stolen one ends too. */
export const SESSION_MAX_DAYS = 90;
const DAY_MS = 86_400_000;
/** `last_seen_at` is written at most this often: reading stays one indexed read. */
const SEEN_EVERY_MS = 60_000;
const USER_AGENT_MAX = 400;

function expiry(createdAt: Date, now: Date): Date {
  const unused = now.getTime() + SESSION_DAYS * DAY_MS;
  return new Date(Math.min(unused, createdAt.getTime() + SESSION_MAX_DAYS * DAY_MS));
}

export type NewSession = {
  readonly userId: number;
  readonly userAgent: string;
  readonly now: Date;
  /** When they showed who they are, where it was not just now; null: not known. */
  readonly provedAt?: Date | null | undefined;
};

/** Signs in somebody who has just shown who they are. @returns the bearer token, which is stored nowhere. */
export async function startSession(db: Db, session: NewSession): Promise<string> {
  const { token, sha256 } = issueToken();
  await db
    .insertInto('session')
    .values({
      token_sha256: sha256,
      user_id: session.userId,
      created_at: session.now,
      last_seen_at: session.now,
      expires_at: expiry(session.now, session.now),
      user_agent: session.userAgent.slice(0, USER_AGENT_MAX),
      proved_at: session.provedAt === undefined ? session.now : session.provedAt,
    })
    .execute();
  return token;
}

/** Ends all sessions of an account, but for one if it is named. */
export async function endSessions(db: Db, userId: number, exceptSessionId?: number): Promise<void> {
  let query = db.deleteFrom('session').where('user_id', '=', userId);
  if (exceptSessionId !== undefined) query = query.where('id', '!=', exceptSessionId);
  await query.execute();
}

export type BearerCall = {
  readonly token: string | null;
  readonly now: Date;
  /** The account that the call names. */
  readonly accountId: number | null;
  readonly ip: string;
};

type SessionRow = {
  id: number;
  user_id: number;
  created_at: Date;
  last_seen_at: Date;
  expires_at: Date;
  status: UserStatus;
  account_id: number | null;
  account_status: UserStatus | null;
  member: MemberRole | null;
  time_zone: string | null;
  roles: Role[];
  must_enrol: boolean;
  proved_at: Date | null;
  step_up: StepUpRequirement;
};

/**
 * Whom a bearer token stands for, a session's or an API key's, and for which account: the one named, else the user's own
 * choice or the key's. Session, user, membership, account and roles come in one statement.
 */
export async function callerOf(db: Db, call: BearerCall): Promise<Caller> {
  const { token, now, accountId } = call;
  if (token === null || token.length > 100) return { kind: 'nobody' };
  if (isApiKey(token)) return await keyCallerOf(db, { ...call, token });
  if (isLookToken(token)) return await lookCallerOf(db, { ...call, token });
  const { rows } = await sql<SessionRow>`
    select s.id, s.user_id, s.created_at, s.last_seen_at, s.expires_at, u.status,
           a.id as account_id, a.status as account_status, m.role as member, a.time_zone,
           ${mustEnrol('u')} as must_enrol, ${rolesOf('u.id', 'a.id')} as roles,
           s.proved_at, (select n.step_up from network_settings n) as step_up
      from session s
      join app_user u on u.id = s.user_id
      left join account_member m
             on m.user_id = u.id and m.account_id = ${actingAccount('u', accountId)}
      left join account a on a.id = m.account_id
     where s.token_sha256 = ${tokenSha256(token)}`.execute(db);
  const row = rows[0];
  if (row === undefined || row.expires_at <= now || row.status === 'inactive') return { kind: 'nobody' };
  if (row.status === 'suspended' || row.account_status === 'suspended') return { kind: 'suspended' };
  if (now.getTime() - row.last_seen_at.getTime() >= SEEN_EVERY_MS) {
    await db
      .updateTable('session')
      .set({ last_seen_at: now, expires_at: expiry(row.created_at, now) })
      .where('id', '=', row.id)
      .execute();
  }
  const { account_id, member, time_zone, roles } = row;
  if (account_id === null || member === null || time_zone === null) return { kind: 'stranger' };
  const timeZone = platformZone(time_zone);
  return {
    kind: 'user',
    mustEnrol: row.must_enrol,
    mustStepUp:
      needsStepUp(row.step_up, roles) && !isProofRecent(row.proved_at?.getTime() ?? null, now.getTime()),
    key: null,
    looks: false,
    actor: { userId: row.user_id, accountId: account_id, member, sessionId: row.id, roles, timeZone },
  };
}
