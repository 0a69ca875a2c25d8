import type { ReconciliationInFull, ReconciliationRun } from '@placard/contract/reconciliation';
import type { Db } from '@placard/db/database';
import type { StoredCheck } from '@placard/db/schema/reconciliation';
import { dollarsFromMicros } from '@placard/domain/micros';
import { sql } from 'kysely';
import { AppError } from '../../api/app-error.ts';
import type { Actor, HasClock, HasDb } from '../../deps.ts';
import { personName } from '../account/person-name.ts';
import { readCurrency } from '../billing/read-balance.ts';
import { cursorOf } from '../list-query.ts';
import { waitingRun } from './reconcile.ts';

function selectRuns(db: Db) {
  return db
    .selectFrom('reconciliation')
    .leftJoin('app_user', 'app_user.id', 'reconciliation.asked_by')
    .select(['reconciliation.id', 'day', 'asked_at', 'finished_at', 'is_green'])
    .select(personName('app_user').$castTo<string | null>().as('asked_by_name'))
    .select(
      sql<number>`(select coalesce(sum((c ->> 'differing')::int), 0)::int from jsonb_array_elements(checks) c)`.as(
        'differing',
      ),
    );
}

type Row = Awaited<ReturnType<ReturnType<typeof selectRuns>['execute']>>[number];

function runOf(row: Row): ReconciliationRun {
  return {
    id: row.id,
    day: row.day,
    askedBy: row.asked_by_name,
    askedAt: row.asked_at.toISOString(),
    finishedAt: row.finished_at?.toISOString() ?? null,
    isGreen: row.is_green,
    differing: row.differing,
  };
}

export async function listReconciliations(
  { db }: HasDb,
  _actor: Actor,
  { before, limit }: { readonly before?: string | undefined; readonly limit: number },
): Promise<{ items: ReconciliationRun[]; next: string | null }> {
  const cursor = cursorOf(before);
  let query = selectRuns(db)
    .orderBy('reconciliation.id', 'desc')
    .limit(limit + 1);
  if (cursor !== null) query = query.where(sql<boolean>`reconciliation.id < ${cursor}::bigint`);
  const rows = await query.execute();
  const items = rows.slice(0, limit).map(runOf);
  return { items, next: rows.length > limit ? String(items.at(-1)?.id) : null };
}

/** @throws AppError `not_found` */
export async function readReconciliation(
  { db }: HasDb,
  _actor: Actor,
  { id }: { readonly id: number },
): Promise<ReconciliationInFull> {
  const row = await selectRuns(db)
    .select(['checks', 'balances'])
    .where('reconciliation.id', '=', id)
    .executeTakeFirstOrThrow(() => new AppError('not_found'));
  return {
    ...runOf(row),
    currency: await readCurrency(db),
    checks: row.checks.map(checkOf),
    balances: row.balances.map(({ kind, accounts, balance }) => ({
      ...{ kind, accounts, balance: dollarsFromMicros(BigInt(balance)) },
    })),
  };
}

function checkOf({ check, compared, differing, left, right, differences }: StoredCheck) {
  return {
    ...{ check, isGreen: differing === 0, compared, differing },
    ...{ left: dollarsFromMicros(BigInt(left)), right: dollarsFromMicros(BigInt(right)) },
    differences: differences.map((each) => ({
      ...each,
      left: dollarsFromMicros(BigInt(each.left)),
      right: dollarsFromMicros(BigInt(each.right)),
    })),
  };
}

/** Has the worker look now; whoever asks while it waits joins. */
export async function askForReconciliation(deps: HasDb & HasClock, actor: Actor): Promise<ReconciliationRun> {
  const { id } = await waitingRun(deps, actor.userId);
  const row = await selectRuns(deps.db).where('reconciliation.id', '=', id).executeTakeFirstOrThrow();
  return runOf(row);
}
