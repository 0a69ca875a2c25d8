import type { Tx } from '@placard/db/database';
import { CAMPAIGN_STATUSES, CAMPAIGN_TRANSITIONS } from '@placard/domain/campaign/status';
import { CREATIVE_STATUSES, CREATIVE_TRANSITIONS } from '@placard/domain/creative/status';
import { sql } from 'kysely';
import type { HasUrls } from '../deps.ts';
import { notify } from '../features/notices/notify.ts';
import { networkName } from '../features/settings/network-name.ts';
import { mailText } from '../mail/mail-text.ts';
import type { Touched } from './completion-changes.ts';

/** Statuses that the tables let the system act on. */
const COMPLETABLE_CAMPAIGNS = CAMPAIGN_STATUSES.filter(
  (status) => 'complete' in CAMPAIGN_TRANSITIONS[status],
);
const COMPLETABLE_CREATIVES = CREATIVE_STATUSES.filter(
  (status) => 'complete' in CREATIVE_TRANSITIONS[status],
);

/** A campaign that nothing will be shown of any more. */
const ENDED = ['completed', 'cancelled', 'archived'];

export type Completed = {
  readonly campaignIds: readonly number[];
  readonly creativeIds: readonly number[];
  readonly revivedCreativeIds: readonly number[];
};

type EndedCampaign = {
  readonly id: number;
  readonly advertiser_id: number;
  readonly name: string;
  readonly because: 'end_date' | 'budget_spent';
};

/**
 * What the system does to statuses: a campaign whose end date has passed in its account's time zone or whose total
 * budget is spent is completed, a creative is completed with the last campaign that it serves, and one that serves
 * a running campaign again is active again. Each with its line in the audit log, and the advertiser told
 * of the campaign.
 * @param touched what can have come to its end but for the calendar; null = anything
 */
export async function completeCampaigns(
  { publicUrl }: Pick<HasUrls, 'publicUrl'>,
  trx: Tx,
  now: Date,
  touched: Touched | null = null,
): Promise<Completed> {
  const { rows: campaigns } = await sql<EndedCampaign>`
    with ended as (
      update campaign c
         set status = 'completed', updated_at = ${now}, version = c.version + 1
        from account u
       where u.id = c.advertiser_id
         and c.status = any(${COMPLETABLE_CAMPAIGNS}::text[])
         -- No zone is further ahead of UTC than a day: days that are not over anywhere need no look.
         and ((c.end_date < (${now}::timestamptz at time zone 'UTC')::date + 2
               and c.end_date < day_in_zone(${now}, u.time_zone))
              or (${idIn('c', touched?.campaignIds)}
                  and exists (select from campaign_spend s
                               where s.campaign_id = c.id and s.spent_micros >= c.total_budget_micros)))
      returning c.id, c.advertiser_id, c.name,
                case when c.end_date < day_in_zone(${now}, u.time_zone)
                     then 'end_date' else 'budget_spent' end as because)
    , audited as (
      insert into audit_log (at, actor_kind, action, subject_kind, subject_id, detail)
      select ${now}, 'system', 'campaign.complete', 'campaign', id,
             jsonb_build_object('because', because) from ended)
    select id, advertiser_id, name, because from ended order by id`.execute(trx);
  await tellAdvertisers(trx, publicUrl, campaigns, now);
  const creativeIds = touched === null ? undefined : await creativesOf(trx, touched, campaigns);
  const { rows: creatives } = await sql<{ id: number }>`
    with ended as (
      update creative r
         set status = 'completed', updated_at = ${now}, version = r.version + 1
       where r.status = any(${COMPLETABLE_CREATIVES}::text[]) and ${idIn('r', creativeIds)}
         and exists (select from creative_ad_set x where x.creative_id = r.id)
         and not exists (select from creative_ad_set x
                           join ad_set a on a.id = x.ad_set_id
                           join campaign c on c.id = a.campaign_id
                          where x.creative_id = r.id and c.status <> all(${ENDED}::text[]))
      returning r.id)
    , audited as (
      insert into audit_log (at, actor_kind, action, subject_kind, subject_id)
      select ${now}, 'system', 'creative.complete', 'creative', id from ended)
    select id from ended order by id`.execute(trx);
  const { rows: revived } = await sql<{ id: number }>`
    with revived as (
      update creative r
         set status = 'active', updated_at = ${now}, version = r.version + 1
       where r.status = 'completed' and ${idIn('r', creativeIds)}
         and exists (select from creative_ad_set x
                       join ad_set a on a.id = x.ad_set_id and a.archived_at is null
                       join campaign c on c.id = a.campaign_id and c.status = 'active'
                      where x.creative_id = r.id)
      returning r.id)
    , audited as (
      insert into audit_log (at, actor_kind, action, subject_kind, subject_id)
      select ${now}, 'system', 'creative.activate', 'creative', id from revived)
    select id from revived order by id`.execute(trx);
  return {
    campaignIds: campaigns.map((row) => row.id),
    creativeIds: creatives.map((row) => row.id),
    revivedCreativeIds: revived.map((row) => row.id),
  };
}

/** Those whose ad sets or campaigns have changed, or what they serve. */
async function creativesOf(
  trx: Tx,
  { campaignIds, adSetIds, creativeIds }: Touched,
  ended: readonly EndedCampaign[],
): Promise<readonly number[]> {
  const campaigns = [...campaignIds, ...ended.map(({ id }) => id)];
  if (campaigns.length + adSetIds.length === 0) return creativeIds;
  const { rows } = await sql<{ id: number }>`
    select distinct x.creative_id as id from creative_ad_set x
     where x.ad_set_id = any(array(select id from ad_set where campaign_id = any(${campaigns}::int[]))
                             || ${adSetIds}::int[])`.execute(trx);
  return [...creativeIds, ...rows.map(({ id }) => id)];
}

/** Only these records; all of them without ids. */
function idIn(alias: 'c' | 'r', ids: readonly number[] | undefined) {
  return ids === undefined ? sql`true` : sql`${sql.ref(`${alias}.id`)} = any(${ids}::int[])`;
}

async function tellAdvertisers(
  trx: Tx,
  publicUrl: string,
  campaigns: readonly EndedCampaign[],
  now: Date,
): Promise<void> {
  if (campaigns.length === 0) return;
  const network = await networkName(trx);
  for (const { id, advertiser_id: accountId, name, because } of campaigns) {
    const url = `${publicUrl}/advertiser/campaigns/${id}`;
    await notify(trx, {
      accountId,
      kind: 'campaign.complete',
      data: { subjectId: id, name, because },
      mail: mailText('campaignCompleted', { network, name, because, url }),
      at: now,
    });
  }
}
