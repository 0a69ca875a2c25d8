import { type AdSetChoice, type adSetChoiceQuery, CREATIVES_NAMED } from '@placard/contract/campaigns';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { z } from 'zod';
import type { Actor, HasDb } from '../../deps.ts';
import type { ListTotal } from '../list-count.ts';
import { readPage } from '../list-page.ts';
import { idSearched, idsOf, pageOf, searchPattern } from '../list-query.ts';

type Query = z.output<typeof adSetChoiceQuery>;

/** Ad sets that a creative may be assigned to: not archived, of campaigns that can still run; newest campaign first. */
export async function listAdSetChoices(
  { db }: HasDb,
  actor: Actor,
  query: Query,
): Promise<{ readonly items: AdSetChoice[] } & ListTotal> {
  const { ids, total } = await readPage(db, {
    table: sql`campaign c join ad_set a on a.campaign_id = c.id`,
    id: sql`a.id`,
    conditions: conditionsOf(actor, query),
    anyOf: searched(query.search),
    // The newest campaign's first, so that each campaign's stand together.
    order: { columns: [sql`c.id`] },
    page: pageOf(query),
    direction: 'desc',
    tallied: null,
  });
  return { items: await loadChoices({ db }, ids), ...total };
}

function conditionsOf(actor: Actor, query: Query): RawBuilder<SqlBool>[] {
  const conditions = [
    // Of both: a search for the name of either begins at its own index.
    sql<SqlBool>`c.advertiser_id = ${actor.accountId}`,
    sql<SqlBool>`a.owner_account_id = ${actor.accountId}`,
    sql<SqlBool>`c.status not in ('cancelled', 'completed', 'archived')`,
    sql<SqlBool>`a.archived_at is null`,
  ];
  if (query.campaignId !== undefined) conditions.push(sql<SqlBool>`c.id = ${query.campaignId}`);
  if (query.ids !== undefined) conditions.push(sql<SqlBool>`a.id = any(${idsOf(query.ids)}::int[])`);
  if (query.withoutCreativeId !== undefined) {
    conditions.push(
      sql<SqlBool>`not exists (select from creative_ad_set ca
                                where ca.creative_id = ${query.withoutCreativeId} and ca.ad_set_id = a.id)`,
    );
  }
  return conditions;
}

function searched(search: string | undefined): RawBuilder<SqlBool>[] {
  const pattern = searchPattern(search);
  if (pattern === null) return [];
  const names = [sql<SqlBool>`a.name ilike ${pattern}`, sql<SqlBool>`c.name ilike ${pattern}`];
  const id = idSearched(search);
  return id === null ? names : [...names, sql<SqlBool>`a.id = ${id}`, sql<SqlBool>`c.id = ${id}`];
}

/** In the order of the ids, which were read as the actor's own. */
async function loadChoices({ db }: HasDb, ids: readonly number[]): Promise<AdSetChoice[]> {
  if (ids.length === 0) return [];
  const { rows } = await sql<Omit<AdSetChoice, 'moreCreatives'>>`
    select a.id, a.name, c.id as "campaignId", c.name as "campaignName", c.status as "campaignStatus",
           coalesce((select jsonb_agg(jsonb_build_object('id', k.id, 'name', k.name) order by k.id)
                       from (select k.id, k.name
                               from creative_ad_set ca join creative k on k.id = ca.creative_id and k.status <> 'archived'
                              where ca.ad_set_id = a.id order by ca.creative_id limit ${CREATIVES_NAMED + 1}) k), '[]') as creatives
      from ad_set a join campaign c on c.id = a.campaign_id
     where a.id = any(${ids}::int[])
     order by array_position(${ids}::int[], a.id)
  `.execute(db);
  return rows.map((row) => ({
    ...row,
    creatives: row.creatives.slice(0, CREATIVES_NAMED),
    moreCreatives: row.creatives.length > CREATIVES_NAMED,
  }));
}
