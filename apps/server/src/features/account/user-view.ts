import type { User } from '@placard/contract/auth';
import type { Db } from '@placard/db/database';
import type { Language } from '@placard/domain/language';
import type { MemberRole, Role } from '@placard/domain/roles';
import { platformZone } from '@placard/domain/time-zone';
import type { UserStatus } from '@placard/domain/user/status';
import { type SqlBool, sql } from 'kysely';
import { actingAccount } from '../../auth/acting-account.ts';
import { mustEnrol } from '../../auth/must-enrol.ts';
import { rolesOf } from '../../auth/roles-of.ts';
import type { Actor } from '../../deps.ts';

const USER_COLUMNS = [
  'id',
  'email',
  'first_name',
  'last_name',
  'phone',
  'status',
  'version',
  'language',
  'totp_secret_sealed',
  'created_at',
  'last_login_at',
] as const;

/** Its company, or its owner's name or address. */
const ACCOUNT_NAME = sql<string>`coalesce(nullif(trim(account.company), ''), (
  select coalesce(nullif(trim(c.first_name || ' ' || c.last_name), ''), c.email)
    from account_card c where c.id = account.id))`;

const NETWORK_CURRENCY = sql<string>`(select s.currency from network_settings s)`;

/**
 * Users with the company, time zone and roles of an account, to be filtered further.
 * @param accountId the one they act for; left out: the one they act for unless they say otherwise
 */
export function selectUsers(db: Db, accountId: number | null = null) {
  return db
    .selectFrom('app_user')
    .leftJoin('account', (join) =>
      join.on(sql<SqlBool>`account.id = ${actingAccount('app_user', accountId)}`),
    )
    .select(USER_COLUMNS.map((column) => `app_user.${column}` as const))
    .select((eb) => [
      'account.id as account_id',
      'account.company',
      'account.time_zone',
      'app_user.password_hash',
      eb
        .selectFrom('account_member')
        .select('account_member.role')
        .whereRef('account_member.account_id', '=', 'account.id')
        .whereRef('account_member.user_id', '=', 'app_user.id')
        .as('member'),
      ACCOUNT_NAME.as('account_name'),
      sql<number>`(select count(*)::int from account_member n where n.user_id = app_user.id)`.as(
        'account_count',
      ),
    ])
    .select(NETWORK_CURRENCY.as('currency'))
    .select(mustEnrol('app_user').as('must_enrol'))
    .select(rolesOf('app_user.id', 'account.id').as('roles'));
}

export type UserRecord = {
  readonly id: number;
  readonly email: string;
  readonly first_name: string;
  readonly last_name: string;
  readonly phone: string | null;
  readonly company: string | null;
  readonly status: UserStatus;
  readonly version: number;
  readonly account_id: number | null;
  readonly member: MemberRole | null;
  readonly account_name: string;
  readonly account_count: number;
  readonly time_zone: string | null;
  readonly currency: string;
  readonly language: Language | null;
  readonly totp_secret_sealed: Buffer | null;
  readonly must_enrol: boolean;
  readonly created_at: Date;
  readonly last_login_at: Date | null;
  readonly password_hash: string | null;
  readonly roles: Role[];
};

export function userView(user: UserRecord): User {
  const { account_id: accountId, member, time_zone: timeZone } = user;
  if (accountId === null || member === null || timeZone === null) {
    throw new Error(`user ${user.id} belongs to no account`);
  }
  return {
    id: user.id,
    accountId,
    accountName: user.account_name,
    accountCount: user.account_count,
    member,
    email: user.email,
    firstName: user.first_name,
    lastName: user.last_name,
    phone: user.phone,
    company: user.company,
    roles: user.roles,
    status: user.status,
    timeZone: platformZone(timeZone),
    currency: user.currency,
    language: user.language,
    totpEnabled: user.totp_secret_sealed !== null,
    mustEnrol: user.must_enrol,
    memberSince: user.created_at.toISOString(),
    lastLogin: user.last_login_at?.toISOString() ?? null,
  };
}

type LookedAt = Pick<
  UserRecord,
  'company' | 'account_name' | 'account_id' | 'member' | 'account_count' | 'time_zone' | 'roles'
>;

/** An account as whoever looks at it sees it: its name, days and roles, and of no person anything. */
export async function readLookedAt(db: Db, { accountId, roles, timeZone }: Actor): Promise<LookedAt> {
  const { company, account_name } = await db
    .selectFrom('account')
    .select(['company', ACCOUNT_NAME.as('account_name')])
    .where('id', '=', accountId)
    .executeTakeFirstOrThrow();
  return {
    company,
    account_name,
    account_id: accountId,
    member: 'viewer',
    account_count: 1,
    time_zone: timeZone,
    roles: [...roles],
  };
}

/** By what `displayName` gives, for lists that show it. */
export const BY_DISPLAY_NAME = sql`lower(coalesce(nullif(trim(first_name || ' ' || last_name), ''), email))`;

/** How an account is called where others see it: its name, or its address while it has none. */
export function displayName(user: {
  readonly first_name: string;
  readonly last_name: string;
  readonly email: string;
}): string {
  const name = `${user.first_name} ${user.last_name}`.trim();
  return name === '' ? user.email : name;
}
