import type { Closing, ClosingPreview } from '@placard/contract/closing';
import type { Db } from '@placard/db/database';
import {
  BOOKS_KEPT_YEARS,
  CLOSED_KEPT_DAYS,
  closingObstacles,
  erasedFrom,
  unpaidMicros,
} from '@placard/domain/account/closing';
import { dollarsFromMicros } from '@placard/domain/micros';
import { sql } from 'kysely';
import { AppError } from '../../api/app-error.ts';
import type { Actor, HasDb } from '../../deps.ts';
import { readCurrency } from '../billing/read-balance.ts';
import { theRow } from '../the-row.ts';
import { CANCELLABLE } from './close-account.ts';
import { readClosingFacts } from './closing-facts.ts';

export async function previewOwnClosing(deps: HasDb, actor: Actor): Promise<ClosingPreview> {
  return await previewClosing(deps, actor.accountId, 'owner');
}

/** @throws AppError `not_found`. */
export async function previewAccountClosing(
  deps: HasDb,
  _actor: Actor,
  input: { readonly id: number },
): Promise<ClosingPreview> {
  await deps.db
    .selectFrom('account')
    .select('id')
    .where('id', '=', input.id)
    .executeTakeFirstOrThrow(() => new AppError('not_found'));
  return await previewClosing(deps, input.id, 'operator');
}

async function previewClosing(
  { db }: HasDb,
  accountId: number,
  by: 'owner' | 'operator',
): Promise<ClosingPreview> {
  const facts = await readClosingFacts(db, accountId);
  const counts = await sql<{ campaigns: number; members: number }>`
    select (select count(*)::int from campaign
             where advertiser_id = ${accountId} and status = any(${CANCELLABLE}::text[])) as campaigns,
           (select count(*)::int from account_member where account_id = ${accountId}) as members`.execute(db);
  return {
    currency: await readCurrency(db),
    obstacles: closingObstacles(facts, by),
    ...theRow(counts),
    balance: dollarsFromMicros(facts.walletMicros),
    earnings: dollarsFromMicros(unpaidMicros(facts)),
    minPayout: dollarsFromMicros(facts.minPayoutMicros),
    keptDays: CLOSED_KEPT_DAYS,
    booksKeptYears: BOOKS_KEPT_YEARS,
  };
}

/** How an account was closed; null: it is open. */
export async function readClosing(db: Db, accountId: number): Promise<Closing | null> {
  const row = await db
    .selectFrom('account_closing')
    .selectAll()
    .where('account_id', '=', accountId)
    .executeTakeFirst();
  if (row === undefined) return null;
  return {
    closedAt: row.closed_at.toISOString(),
    by: row.closed_by,
    reason: row.reason,
    givenUp: dollarsFromMicros(row.given_up_micros),
    erasesAt: erasedFrom(row.closed_at).toISOString(),
    erasedAt: row.erased_at?.toISOString() ?? null,
  };
}
