import type { CampaignActivity } from '@placard/contract/campaign-insight';
import { type RawBuilder, sql } from 'kysely';
import { AppError } from '../../api/app-error.ts';
import type { Actor, HasDb } from '../../deps.ts';
import { cursorOf } from '../list-query.ts';

export type ActivityPage = { readonly items: CampaignActivity[]; readonly next: string | null };

type ActivityRow = Omit<CampaignActivity, 'id' | 'at' | 'actor' | 'subject'> & {
  id: bigint;
  at: Date;
  actor_name: string | null;
  subject_kind: CampaignActivity['subject']['kind'];
  subject_id: number;
  subject_name: string;
};

/** What becomes of a creative elsewhere matters here only where it decides whether the campaign can be shown. */
const CREATIVE_STATUS_ACTIONS = [
  'creative.approve',
  'creative.reject',
  'creative.takeDown',
  'creative.grantAppeal',
  'creative.pause',
  'creative.activate',
  'creative.complete',
  'creative.archive',
  'creative.editContent',
];

/**
 * What happened to a campaign, its ad sets and the creatives assigned to them, newest first: edits, reviews, what the
 * system did. Other people are named by what they are: an advertiser need not know which operator decided.
 * @throws AppError `campaign_not_found`.
 */
export async function listActivity(
  deps: HasDb,
  actor: Actor,
  input: { readonly id: number; readonly before?: string | undefined; readonly limit?: number | undefined },
): Promise<ActivityPage> {
  await deps.db
    .selectFrom('campaign')
    .select('id')
    .where('id', '=', input.id)
    .where('advertiser_id', '=', actor.accountId)
    .executeTakeFirstOrThrow(() => new AppError('campaign_not_found'));
  const limit = input.limit ?? 25;
  const page = pageOfLog(input.id, cursorOf(input.before), limit + 1);
  const { rows } = await sql<ActivityRow>`
    with page as (${page})
    select l.id, l.at, l.actor_kind as "actorKind", l.action, l.detail, l.subject_kind, l.subject_id,
           nullif(trim(u.first_name || ' ' || u.last_name), '') as actor_name,
           coalesce(c.name, a.name, k.name, '') as subject_name
      from page p
      join audit_log l on l.id = p.id
      left join app_user u on u.id = l.actor_user_id
      left join campaign c on l.subject_kind = 'campaign' and c.id = l.subject_id
      left join ad_set a on l.subject_kind = 'ad_set' and a.id = l.subject_id
      left join creative k on l.subject_kind = 'creative' and k.id = l.subject_id
     order by l.id desc
  `.execute(deps.db);
  const items = rows.slice(0, limit).map((row) => toActivity(row));
  return { items, next: rows.length > limit ? (items.at(-1)?.id ?? null) : null };
}

/** Ids of the page's lines: of each source the newest by an index, together the newest of all. */
function pageOfLog(campaignId: number, before: bigint | null, count: number): RawBuilder<unknown> {
  const newest = sql`l.id < coalesce(${before}::bigint, 9223372036854775807) order by l.id desc limit ${count}`;
  return sql`
    select distinct id from (
      (select l.id from audit_log l
        where l.subject_kind = 'campaign' and l.subject_id = ${campaignId} and ${newest})
      union all
      (select m.id from ad_set a cross join lateral (
         select l.id from audit_log l where l.subject_kind = 'ad_set' and l.subject_id = a.id and ${newest}) m
        where a.campaign_id = ${campaignId})
      union all
      (select m.id
         from (select distinct x.creative_id from ad_set a join creative_ad_set x on x.ad_set_id = a.id
                where a.campaign_id = ${campaignId}) k
        cross join lateral (
         select l.id from audit_log l
          where l.subject_kind = 'creative' and l.subject_id = k.creative_id
            and l.action = any(${CREATIVE_STATUS_ACTIONS}::text[]) and ${newest}) m)
      union all
      (select l.id from audit_log l
        where l.subject_kind = 'creative'
          and audit_touched_ad_sets(l.detail) && array(select id from ad_set where campaign_id = ${campaignId})
          and ${newest})
    ) found order by id desc limit ${count}`;
}

function toActivity(row: ActivityRow): CampaignActivity {
  return {
    id: String(row.id),
    at: row.at.toISOString(),
    // Whoever acted as the advertiser is a member of the account that looks; who decides for the network is not named.
    actor: row.actorKind === 'advertiser' ? (row.actor_name ?? 'You') : nameOf(row.actorKind),
    actorKind: row.actorKind,
    action: row.action,
    subject: { kind: row.subject_kind, id: row.subject_id, name: row.subject_name },
    detail: row.detail,
  };
}

function nameOf(kind: string): string {
  return kind.charAt(0).toUpperCase() + kind.slice(1);
}
