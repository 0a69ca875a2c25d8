import type { SavedView } from '@placard/contract/views';
import type { Tx } from '@placard/db/database';
import type { AddressSearch } from '@placard/domain/analytics/report-asked';
import type { ReportScreen } from '@placard/domain/analytics/report-offers';
import { viewSearchOf } from '@placard/domain/report-view/view-search';
import { AppError, refuseFull } from '../../api/app-error.ts';
import type { Actor, HasClock, HasDb } from '../../deps.ts';
import { isUniqueViolation } from '../database-errors.ts';
import { inTransaction } from '../in-transaction.ts';
import { mayUse, ownView, readView } from './view-record.ts';

type Deps = HasDb & HasClock;

/** Of somebody in one account and screen: a list that is longer finds nothing any more. */
const MAX_VIEWS = 50;

export type NewView = {
  readonly screen: ReportScreen;
  readonly name: string;
  readonly search: AddressSearch;
  readonly isDefault: boolean;
};

/** @throws AppError `forbidden`, `view_name_taken`, `conflict_status` beyond 50 of a screen. */
export async function createView(deps: Deps, actor: Actor, input: NewView): Promise<SavedView> {
  mayUse(actor, input.screen);
  const now = deps.clock();
  return await namedOnce(
    inTransaction(deps.db, async (trx) => {
      await lockViews(trx, actor);
      await refuseTooMany(trx, actor, input.screen);
      if (input.isDefault) await clearDefault(trx, actor, input.screen);
      const { id } = await trx
        .insertInto('saved_view')
        .values({
          user_id: actor.userId,
          account_id: actor.accountId,
          screen: input.screen,
          name: input.name,
          search: JSON.stringify(viewSearchOf(input.search)),
          is_default: input.isDefault,
          created_at: now,
          updated_at: now,
        })
        .returning('id')
        .executeTakeFirstOrThrow();
      return await readView(trx, actor, id);
    }),
  );
}

export type ViewChange = {
  readonly id: number;
  readonly version: number;
  readonly name?: string | undefined;
  readonly search?: AddressSearch | undefined;
  readonly isDefault?: boolean | undefined;
};

/** @throws AppError `not_found`, `conflict_version`, `view_name_taken`. */
export async function updateView(deps: Deps, actor: Actor, input: ViewChange): Promise<SavedView> {
  return await namedOnce(
    inTransaction(deps.db, async (trx) => {
      await lockViews(trx, actor);
      const view = await ownView(trx, actor, input.id);
      if (view.version !== input.version) throw new AppError('conflict_version');
      if (input.isDefault === true) await clearDefault(trx, actor, view.screen);
      await trx
        .updateTable('saved_view')
        // What is not named stays: the query builder leaves it out.
        .set((eb) => ({
          name: input.name,
          search: input.search && JSON.stringify(viewSearchOf(input.search)),
          is_default: input.isDefault,
          updated_at: deps.clock(),
          version: eb('version', '+', 1),
        }))
        .where('id', '=', view.id)
        .execute();
      // Of what it asks now nobody was told that it is refused.
      await trx
        .updateTable('view_schedule')
        .set({ refused_at: null })
        .where('view_id', '=', view.id)
        .execute();
      return await readView(trx, actor, view.id);
    }),
  );
}

/** Its mails end with it. @throws AppError `not_found`. */
export async function removeView(deps: HasDb, actor: Actor, id: number): Promise<void> {
  const view = await ownView(deps.db, actor, id);
  await deps.db.deleteFrom('saved_view').where('id', '=', view.id).execute();
}

/** One change of somebody's views at a time: of two new defaults at once the later one is it. */
async function lockViews(trx: Tx, actor: Actor): Promise<void> {
  await trx
    .selectFrom('app_user')
    .select('id')
    .where('id', '=', actor.userId)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow();
}

async function clearDefault(trx: Tx, actor: Actor, screen: ReportScreen): Promise<void> {
  await trx
    .updateTable('saved_view')
    .set((eb) => ({ is_default: false, version: eb('version', '+', 1) }))
    .where('user_id', '=', actor.userId)
    .where('account_id', '=', actor.accountId)
    .where('screen', '=', screen)
    .where('is_default', '=', true)
    .execute();
}

async function refuseTooMany(trx: Tx, actor: Actor, screen: ReportScreen): Promise<void> {
  const { count } = await trx
    .selectFrom('saved_view')
    .select((eb) => eb.fn.countAll<bigint>().as('count'))
    .where('user_id', '=', actor.userId)
    .where('account_id', '=', actor.accountId)
    .where('screen', '=', screen)
    .executeTakeFirstOrThrow();
  refuseFull(count, MAX_VIEWS, 'views_full');
}

async function namedOnce<Result>(work: Promise<Result>): Promise<Result> {
  try {
    return await work;
  } catch (error) {
    if (isUniqueViolation(error, 'saved_view_name')) throw new AppError('view_name_taken');
    throw error;
  }
}
