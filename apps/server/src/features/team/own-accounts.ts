import type { OwnAccount } from '@placard/contract/accounts';
import type { Db } from '@placard/db/database';
import { AppError } from '../../api/app-error.ts';
import { rolesOf } from '../../auth/roles-of.ts';
import type { Actor, HasDb } from '../../deps.ts';
import { accountName } from './account-name.ts';

function selectOwn(db: Db, userId: number) {
  return db
    .selectFrom('account_member as m')
    .innerJoin('account_card as a', 'a.id', 'm.account_id')
    .innerJoin('app_user as u', 'u.id', 'm.user_id')
    .select(['a.id', 'a.company', 'a.first_name', 'a.last_name', 'a.email', 'm.role', 'u.home_account_id'])
    .select(rolesOf('u.id', 'a.id').as('roles'))
    .where('m.user_id', '=', userId)
    .where('a.status', '=', 'active');
}

type Row = Awaited<ReturnType<ReturnType<typeof selectOwn>['executeTakeFirstOrThrow']>>;

const ownAccount = (row: Row): OwnAccount => ({
  id: row.id,
  name: accountName(row),
  member: row.role,
  roles: row.roles,
  home: row.id === row.home_account_id,
});

/** The accounts somebody acts for, by name. */
export async function listOwnAccounts({ db }: HasDb, actor: Actor): Promise<{ items: OwnAccount[] }> {
  const items = (await selectOwn(db, actor.userId).execute()).map(ownAccount);
  return { items: items.sort((one, other) => one.name.localeCompare(other.name) || one.id - other.id) };
}

/** @throws AppError `not_found`. */
export async function readOwnAccount(db: Db, userId: number, accountId: number): Promise<OwnAccount> {
  const row = await selectOwn(db, userId)
    .where('a.id', '=', accountId)
    .executeTakeFirstOrThrow(() => new AppError('not_found'));
  return ownAccount(row);
}

/** @throws AppError `not_found` for an account one does not act for. */
export async function setHomeAccount(
  { db }: HasDb,
  actor: Actor,
  input: { readonly id: number },
): Promise<Record<never, never>> {
  await readOwnAccount(db, actor.userId, input.id);
  await db
    .updateTable('app_user')
    .set({ home_account_id: input.id })
    .where('id', '=', actor.userId)
    .execute();
  return {};
}
