import type { CampaignStatus } from '@placard/domain/campaign/status';
import { type SqlBool, sql } from 'kysely';
import type { Actor, HasDb } from '../../deps.ts';
import { allOf } from '../day-range.ts';
import { searchPattern } from '../list-query.ts';

export type AdSetChoice = {
  readonly id: number;
  readonly name: string;
  readonly campaignId: number;
  readonly campaignName: string;
  readonly campaignStatus: CampaignStatus;
  /** Creatives assigned to it already: assigning another makes the wizard warn. */
  readonly creatives: { readonly id: number; readonly name: string }[];
};

/** Ad sets that a creative may be assigned to: not archived, of campaigns that can still run; newest first, at most 500. */
export async function listAdSetChoices(
  deps: HasDb,
  actor: Actor,
  input: { readonly search?: string | undefined; readonly campaignId?: number | undefined },
): Promise<AdSetChoice[]> {
  const conditions = [
    sql<SqlBool>`c.advertiser_id = ${actor.accountId}`,
    sql<SqlBool>`c.status not in ('cancelled', 'completed', 'archived')`,
    sql<SqlBool>`a.archived_at is null`,
  ];
  const pattern = searchPattern(input.search);
  if (pattern !== null) conditions.push(sql<SqlBool>`(a.name ilike ${pattern} or c.name ilike ${pattern})`);
  if (input.campaignId !== undefined) conditions.push(sql<SqlBool>`c.id = ${input.campaignId}`);
  const { rows } = await sql<AdSetChoice>`
    select a.id, a.name, c.id as "campaignId", c.name as "campaignName", c.status as "campaignStatus",
           coalesce((select jsonb_agg(jsonb_build_object('id', k.id, 'name', k.name) order by k.id)
                       from creative_ad_set ca join creative k on k.id = ca.creative_id and k.status <> 'archived'
                      where ca.ad_set_id = a.id), '[]') as creatives
      from ad_set a join campaign c on c.id = a.campaign_id
     where ${allOf(conditions)}
     order by c.id desc, a.id limit 500
  `.execute(deps.db);
  return rows;
}
