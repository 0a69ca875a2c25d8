import type { User } from '@placard/contract/auth';
import type { Db } from '@placard/db/database';
import type { Language } from '@placard/domain/language';
import type { Role } from '@placard/domain/roles';
import type { UserStatus } from '@placard/domain/user/status';
import { sql } from 'kysely';
import { mustEnrol } from '../../auth/must-enrol.ts';

const USER_COLUMNS = [
  'id',
  'email',
  'first_name',
  'last_name',
  'phone',
  'company',
  'status',
  'time_zone',
  'language',
  'totp_secret_sealed',
  'created_at',
  'last_login_at',
] as const;

/** Accounts with their roles, to be filtered further. */
export function selectUsers(db: Db) {
  return db
    .selectFrom('app_user')
    .select(USER_COLUMNS)
    .select('password_hash')
    .select(mustEnrol('app_user').as('must_enrol'))
    .select(
      sql<Role[]>`array(select role from user_role r where r.user_id = app_user.id order by role)`.as(
        'roles',
      ),
    );
}

export type UserRecord = {
  readonly id: number;
  readonly email: string;
  readonly first_name: string;
  readonly last_name: string;
  readonly phone: string | null;
  readonly company: string | null;
  readonly status: UserStatus;
  readonly time_zone: string;
  readonly language: Language | null;
  readonly totp_secret_sealed: Buffer | null;
  readonly must_enrol: boolean;
  readonly created_at: Date;
  readonly last_login_at: Date | null;
  readonly password_hash: string | null;
  readonly roles: Role[];
};

export function userView(user: UserRecord): User {
  return {
    id: user.id,
    email: user.email,
    firstName: user.first_name,
    lastName: user.last_name,
    phone: user.phone,
    company: user.company,
    roles: user.roles,
    status: user.status,
    timeZone: user.time_zone,
    language: user.language,
    totpEnabled: user.totp_secret_sealed !== null,
    mustEnrol: user.must_enrol,
    memberSince: user.created_at.toISOString(),
    lastLogin: user.last_login_at?.toISOString() ?? null,
  };
}

/** How an account is called where others see it: its name, or its address while it has none. */
export function displayName(user: {
  readonly first_name: string;
  readonly last_name: string;
  readonly email: string;
}): string {
  const name = `${user.first_name} ${user.last_name}`.trim();
  return name === '' ? user.email : name;
}
