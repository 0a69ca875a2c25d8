import type { Campaign } from '@placard/contract/campaigns';
import type { Database } from '@placard/db/schema';
import { copiedDays } from '@placard/domain/campaign/copied-days';
import { MAX_OPEN_AD_SETS, NAME_LENGTH_LIMIT } from '@placard/domain/campaign/rules';
import { copyName } from '@placard/domain/copy-name';
import { type Kysely, sql } from 'kysely';
import { AppError } from '../../api/app-error.ts';
import type { Actor, HasClock, HasDb } from '../../deps.ts';
import { doneBy, writeAudit } from '../audit/write-audit.ts';
import { refuseTooManyAdSets } from '../creatives/assignment.ts';
import { inTransaction } from '../in-transaction.ts';
import { lockAccount } from '../lock-account.ts';
import { randomKey } from '../random-key.ts';
import { AD_SET_VALUE_COLUMNS } from './ad-set-values.ts';
import { todayOf } from './campaign-record.ts';
import { refuseTooManyCampaigns } from './can-create-campaign.ts';
import { getCampaign } from './get-campaign.ts';
import { type LockedCampaign, lockCampaign, refuseUncopyable } from './lock-campaign.ts';

/**
 * Another campaign of the same plan, ad sets and creatives: paused, never submitted, nothing spent, with an analytics
 * key and a history of its own. Archived ad sets and creatives that can't be shown any more stay behind.
 * @throws AppError `campaign_not_found`; `conflict_status` of an archived one, or beyond the number of campaigns,
 * of ad sets of a campaign or of those of a creative.
 */
export async function duplicateCampaign(
  deps: HasDb & HasClock,
  actor: Actor,
  input: { readonly id: number },
): Promise<Campaign> {
  const now = deps.clock();
  return await inTransaction(deps.db, async (db) => {
    await lockAccount(db, actor.accountId);
    // The original is locked, so that what is copied is one state of it.
    const campaign = await lockCampaign(db, actor, input.id);
    refuseUncopyable(campaign);
    await refuseTooManyCampaigns(db, actor);
    const copy = await insertCopy(db, campaign, todayOf(deps, actor), now);
    const adSetIds = await copyAdSets(db, campaign.id, copy.id, now);
    await copyAssignments(db, adSetIds, now);
    await writeAudit(db, {
      ...doneBy(actor, 'advertiser'),
      action: 'campaign.duplicate',
      subjectKind: 'campaign',
      subjectId: copy.id,
      detail: { from: campaign.id },
      at: now,
    });
    return await getCampaign({ ...deps, db }, actor, copy);
  });
}

async function insertCopy(
  db: Kysely<Database>,
  campaign: LockedCampaign,
  today: string,
  now: Date,
): Promise<{ readonly id: number }> {
  const days = copiedDays({ startDate: campaign.start_date, endDate: campaign.end_date }, today);
  return await db
    .insertInto('campaign')
    .values({
      advertiser_id: campaign.advertiser_id,
      name: copyName(campaign.name, NAME_LENGTH_LIMIT),
      objective: campaign.objective,
      category: campaign.category,
      description: campaign.description,
      total_budget_micros: campaign.total_budget_micros,
      daily_budget_micros: campaign.daily_budget_micros,
      start_date: days.startDate,
      end_date: days.endDate,
      analytics_key: randomKey(),
      created_at: now,
      updated_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
}

/**
 * Ad sets keep their names: they are told apart by their campaign. In one statement, since two hundred with their places
 * are megabytes. @returns the copies, by what they were copied from
 */
async function copyAdSets(
  db: Kysely<Database>,
  from: number,
  to: number,
  now: Date,
): Promise<ReadonlyMap<number, number>> {
  const columns = sql.join(AD_SET_VALUE_COLUMNS.map((column) => sql.ref(column)));
  const { rows } = await sql<{ id: number; copy_id: number }>`
    with original as (
      select nextval(pg_get_serial_sequence('ad_set', 'id'))::int as copy_id, a.*
        from (select * from ad_set where campaign_id = ${from} and archived_at is null order by id) a)
    , copied as (
      insert into ad_set (id, campaign_id, created_at, updated_at, ${columns}) overriding system value
      select copy_id, ${to}::int, ${now}, ${now}, ${columns} from original)
    select id, copy_id from original
  `.execute(db);
  if (rows.length > MAX_OPEN_AD_SETS) {
    throw new AppError('conflict_status', {
      reason: 'ad_sets_full_to_copy',
      value: String(MAX_OPEN_AD_SETS),
    });
  }
  return new Map(rows.map((row) => [row.id, row.copy_id]));
}

/**
 * An assignment changes the creative, whose version is counted on: whoever has its ad sets open in another tab is told
 * instead of taking the copy's away.
 */
async function copyAssignments(
  db: Kysely<Database>,
  adSetIds: ReadonlyMap<number, number>,
  now: Date,
): Promise<void> {
  const from = [...adSetIds.keys()];
  const to = [...adSetIds.values()];
  const { rows } = await sql<{ creative_id: number }>`
    with pair as (select * from unnest(${from}::int[], ${to}::int[]) as p (from_id, to_id))
    , shown as (
      select k.id from creative k
       where k.status not in ('archived', 'cancelled')
         and exists (select from creative_ad_set x join pair p on p.from_id = x.ad_set_id where x.creative_id = k.id)
       order by k.id for update)
    , changed as (
      update creative k set version = k.version + 1, updated_at = ${now} from shown where k.id = shown.id)
    insert into creative_ad_set (creative_id, ad_set_id, assigned_at)
    select x.creative_id, p.to_id, ${now}
      from shown join creative_ad_set x on x.creative_id = shown.id join pair p on p.from_id = x.ad_set_id
    returning creative_id
  `.execute(db);
  await refuseTooManyAdSets(db, [...new Set(rows.map((row) => row.creative_id))]);
}
