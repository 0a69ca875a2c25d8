import type { Tx } from '@placard/db/database';
import {
  type RoleFacts,
  RUNNING_CAMPAIGNS,
  RUNNING_WEBSITES,
  roleObstacles,
} from '@placard/domain/account/role-obstacles';
import type { Micros } from '@placard/domain/micros';
import type { AccountRole } from '@placard/domain/roles';
import { sql } from 'kysely';
import { AppError, issueAt } from '../../api/app-error.ts';

/** @throws AppError `role_in_use` with an issue for each thing that has to be settled before the account loses these roles. */
export async function refuseRoleInUse(
  trx: Tx,
  accountId: number,
  lost: readonly AccountRole[],
): Promise<void> {
  if (lost.length === 0) return;
  const facts = await readRoleFacts(trx, accountId);
  const obstacles = lost.flatMap((role) => roleObstacles(facts, role));
  if (obstacles.length === 0) return;
  throw new AppError('role_in_use', {
    issues: obstacles.map((obstacle) => issueAt('roles', `role_${obstacle}`)),
  });
}

type FactRow = {
  readonly campaigns: number;
  readonly deposits: number;
  readonly wallet: Micros;
  readonly websites: number;
  readonly payouts: number;
  readonly unpaid: Micros;
};

async function readRoleFacts(trx: Tx, accountId: number): Promise<RoleFacts> {
  const held = (kinds: readonly string[]) => sql`coalesce((select sum(balance_micros) from ledger_account
    where owner_id = ${accountId} and kind = any(${[...kinds]}::text[])), 0)::int8`;
  const corrections = (kinds: readonly string[]) => sql`(select count(*) from money_correction
    where account_id = ${accountId} and status = 'pending' and kind = any(${[...kinds]}::text[]))`;
  const { rows } = await sql<FactRow>`
    select (select count(*)::int from campaign
             where advertiser_id = ${accountId} and status = any(${[...RUNNING_CAMPAIGNS]}::text[])) as campaigns,
           ((select count(*) from deposit where advertiser_id = ${accountId} and status = 'pending')
             + (select count(*) from deposit_refund f join deposit d on d.id = f.deposit_id
                 where d.advertiser_id = ${accountId} and f.status = 'pending')
             + ${corrections(['wallet', 'spend'])})::int as deposits,
           ${held(['advertiser_wallet'])} as wallet,
           (select count(*)::int from website
             where publisher_id = ${accountId} and status = any(${[...RUNNING_WEBSITES]}::text[])) as websites,
           ((select count(*) from ledger_account
              where owner_id = ${accountId} and kind = 'payouts_in_flight' and balance_micros > 0)
             + ${corrections(['earnings'])})::int as payouts,
           ${held(['publisher_pending', 'publisher_available'])} as unpaid`.execute(trx);
  const [row] = rows;
  if (row === undefined) throw new Error('facts without a row');
  return {
    runningCampaigns: row.campaigns,
    openDeposits: row.deposits,
    walletMicros: row.wallet,
    runningWebsites: row.websites,
    openPayouts: row.payouts,
    unpaidMicros: row.unpaid,
  };
}
