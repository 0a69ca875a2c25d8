import { sql } from 'kysely';
import type { HasDb } from '../../deps.ts';
import { pendingOf } from '../reviews/review-subject.ts';

export type Overview = {
  pendingCampaigns: number;
  pendingCreatives: number;
  pendingWebsites: number;
  pendingDeposits: number;
  users: number;
};

/** What waits for the operator; each count comes from an index of pending rows. */
export async function readOverview({ db }: HasDb): Promise<Overview> {
  const { rows } = await sql<Overview>`
    select (select count(*)::int from ${pendingOf('campaign')}) as "pendingCampaigns",
           (select count(*)::int from ${pendingOf('creative')}) as "pendingCreatives",
           (select count(*)::int from ${pendingOf('website')}) as "pendingWebsites",
           (select count(*)::int from deposit where status = 'pending') as "pendingDeposits",
           (select count(*)::int from app_user) as users`.execute(db);
  const [row] = rows;
  if (row === undefined) throw new Error('counts without a row');
  return row;
}
