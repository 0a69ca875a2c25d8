import type { Database } from '@placard/db/schema';
import { MAX_WAITING_CREATIVES } from '@placard/domain/creative/rules';
import { MAX_WAITING_WEBSITES } from '@placard/domain/website/rules';
import { MAX_OPEN_WIDGETS } from '@placard/domain/widget/rules';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import { refuseFull } from '../api/app-error.ts';
import { lockActiveAccount } from './lock-account.ts';

/*
 * To be called in the transaction that writes one more: the account is locked, so that of two at once the second counts the first.
 * Who locks something of the account besides has locked the account before, as whoever closes one does.
 * Each throws AppError `conflict_status` where there is no room.
 */

/** Written or copied; one that comes back to the queue after an edit was looked at before. */
export async function refuseTooManyWaitingCreatives(trx: Kysely<Database>, accountId: number): Promise<void> {
  const waiting = sql<{ count: number }>`
    select count(*)::int as count from creative where advertiser_id = ${accountId} and status = 'pending'`;
  await refuseBeyond(trx, accountId, waiting, MAX_WAITING_CREATIVES, 'creatives_waiting');
}

export async function refuseTooManyWaitingWebsites(trx: Kysely<Database>, accountId: number): Promise<void> {
  const waiting = sql<{ count: number }>`
    select count(*)::int as count from website where publisher_id = ${accountId} and status = 'pending'`;
  await refuseBeyond(trx, accountId, waiting, MAX_WAITING_WEBSITES, 'websites_waiting');
}

export async function refuseTooManyWidgets(
  trx: Kysely<Database>,
  accountId: number,
  websiteId: number,
): Promise<void> {
  const open = sql<{ count: number }>`
    select count(*)::int as count from widget where website_id = ${websiteId} and status <> 'archived'`;
  await refuseBeyond(trx, accountId, open, MAX_OPEN_WIDGETS, 'widgets_full');
}

async function refuseBeyond(
  trx: Kysely<Database>,
  accountId: number,
  counted: RawBuilder<{ count: number }>,
  most: number,
  reason: 'creatives_waiting' | 'websites_waiting' | 'widgets_full',
): Promise<void> {
  await lockActiveAccount(trx, accountId);
  const { rows } = await counted.execute(trx);
  refuseFull(rows[0]?.count ?? 0, most, reason);
}
