import type { UserRow } from '@placard/contract/users';
import type { Role } from '@placard/domain/roles';
import type { UserStatus } from '@placard/domain/user/status';
import { type SqlBool, sql } from 'kysely';
import { actingAccount } from '../../auth/acting-account.ts';
import { rolesOf } from '../../auth/roles-of.ts';
import type { HasDb } from '../../deps.ts';
import { BY_DISPLAY_NAME, selectUsers } from '../account/user-view.ts';
import { type ListQuery, pageOf, searchPattern, sortOrNewest } from '../list-query.ts';
import { isTagged } from '../tagged.ts';
import { userRow } from './user-row.ts';

export type UserListQuery = ListQuery & {
  readonly role?: Role | undefined;
  readonly status?: UserStatus | undefined;
  readonly tag?: string | undefined;
};

const SORT_COLUMNS = {
  email: sql`email`,
  name: BY_DISPLAY_NAME,
  status: sql`app_user.status`,
  createdAt: sql`app_user.created_at`,
  lastLogin: sql`coalesce(last_login_at, '-infinity')`,
};

export type UserList = { items: UserRow[]; total: number; stats: { total: number; active: number } };

/** Accounts for the operator; search looks into address, name and company. */
export async function listUsers({ db }: HasDb, query: UserListQuery): Promise<UserList> {
  const pattern = searchPattern(query.search);
  const { tag } = query;
  const tagged =
    tag === undefined
      ? sql`true`
      : sql`(${isTagged('user', 'app_user.id', tag)} or ${isTagged('account', 'account.id', tag)})`;
  const condition = sql<SqlBool>`${tagged} and (${query.status ?? null}::text is null or app_user.status = ${query.status ?? null})
    and (${query.role ?? null}::text is null or ${query.role ?? null} = any(${rolesOf('app_user.id', 'account.id')}))
    and (${pattern}::text is null or email ilike ${pattern} or first_name || ' ' || last_name ilike ${pattern}
      or company ilike ${pattern})`;
  const { limit, offset } = pageOf(query);
  const sort = sortOrNewest(query.sort, SORT_COLUMNS);
  const [rows, counts] = await Promise.all([
    selectUsers(db)
      .where(condition)
      .orderBy(sort.column, sort.direction)
      .orderBy('app_user.id', sort.direction)
      .limit(limit)
      .offset(offset)
      .execute(),
    sql<{ matching: bigint; total: bigint; active: bigint }>`
      select count(*) filter (where ${condition}) as matching, count(*) as total,
             count(*) filter (where app_user.status = 'active') as active
        from app_user left join account on account.id = ${actingAccount('app_user', null)}`.execute(db),
  ]);
  const count = counts.rows[0];
  return {
    items: rows.map(userRow),
    total: Number(count?.matching ?? 0n),
    stats: { total: Number(count?.total ?? 0n), active: Number(count?.active ?? 0n) },
  };
}
