import { REFUSAL_MESSAGES } from '@placard/contract/refusal-messages';
import type { Database } from '@placard/db/schema';
import { MAX_OPEN_CAMPAIGNS } from '@placard/domain/campaign/rules';
import { type Kysely, sql } from 'kysely';
import { AppError } from '../../api/app-error.ts';
import type { Actor, HasDb } from '../../deps.ts';
import { lockActiveAccount } from '../lock-account.ts';
import { theRow } from '../the-row.ts';

export type CreationCheck = { readonly allowed: boolean; readonly reason: string | null };

/** Whether the actor may create one more campaign now, and if not, why. */
export async function canCreateCampaign(deps: HasDb, actor: Actor): Promise<CreationCheck> {
  return await checkCreation(deps.db, actor.accountId);
}

/**
 * To be called in the transaction that writes one more: it locks the account, so that two at once cannot both be the last.
 * @throws AppError `conflict_status` beyond the number of campaigns.
 */
export async function refuseTooManyCampaigns(trx: Kysely<Database>, actor: Actor): Promise<void> {
  await lockActiveAccount(trx, actor.accountId);
  const { allowed } = await checkCreation(trx, actor.accountId);
  if (!allowed) throw new AppError('conflict_status', { reason: 'campaigns_full' });
}

async function checkCreation(db: Kysely<Database>, advertiserId: number): Promise<CreationCheck> {
  const counted = await sql<{ open: number }>`
    select count(*)::int as open from campaign where advertiser_id = ${advertiserId} and status <> 'archived'
  `.execute(db);
  const allowed = theRow(counted).open < MAX_OPEN_CAMPAIGNS;
  return { allowed, reason: allowed ? null : REFUSAL_MESSAGES.campaigns_full };
}
