import { sql } from 'kysely';
import { AppError } from '../../http/app-error.ts';
import type { Actor, HasDb } from '../feature.ts';

export type Activity = {
  readonly id: string;
  readonly at: string;
  readonly actor: string;
  readonly action: string;
  readonly detail: Record<string, unknown>;
};

type ActivityRow = {
  id: bigint;
  at: Date;
  actor_kind: string;
  actor_user_id: number | null;
  actor_name: string | null;
  action: string;
  detail: Record<string, unknown>;
};

/**
 * What happened to a campaign and its ad sets, newest first, at most 100. Other people are named by what they are:
 * an advertiser need not know which operator decided.
 * @throws AppError `campaign_not_found`.
 */
export async function listActivity(
  deps: HasDb,
  actor: Actor,
  input: { readonly id: number },
): Promise<Activity[]> {
  const campaign = await deps.db
    .selectFrom('campaign')
    .select('id')
    .where('id', '=', input.id)
    .where('advertiser_id', '=', actor.userId)
    .executeTakeFirst();
  if (campaign === undefined) throw new AppError('campaign_not_found');
  const { rows } = await sql<ActivityRow>`
    select l.id, l.at, l.actor_kind, l.actor_user_id, l.action, l.detail,
           nullif(trim(u.first_name || ' ' || u.last_name), '') as actor_name
      from audit_log l
      left join app_user u on u.id = l.actor_user_id
     where (l.subject_kind = 'campaign' and l.subject_id = ${input.id})
        or (l.subject_kind = 'ad_set' and l.subject_id in (select id from ad_set where campaign_id = ${input.id}))
     order by l.id desc limit 100
  `.execute(deps.db);
  return rows.map((row) => ({
    id: String(row.id),
    at: row.at.toISOString(),
    actor: row.actor_user_id === actor.userId ? (row.actor_name ?? 'You') : nameOf(row.actor_kind),
    action: row.action,
    detail: row.detail,
  }));
}

function nameOf(kind: string): string {
  return kind.charAt(0).toUpperCase() + kind.slice(1);
}
