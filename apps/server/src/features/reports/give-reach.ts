import type { advertiserReachQuery, publisherReachQuery, Reach } from '@placard/contract/reach';
import type { ReachLevel } from '@placard/db/schema/reach';
import { FREQUENCY_STEPS, REACH_ERROR_SHARE } from '@placard/domain/analytics/reach';
import { type RawBuilder, sql } from 'kysely';
import type { z } from 'zod';
import { AppError, invalidInput, refusalAt } from '../../api/app-error.ts';
import type { Actor, HasClock, HasDb } from '../../deps.ts';
import { theRow } from '../the-row.ts';
import { reportDays } from './report-days.ts';
import { readLabels } from './report-labels.ts';

type Deps = HasDb & HasClock;
type By = z.output<typeof advertiserReachQuery>['by'] | z.output<typeof publisherReachQuery>['by'];

/** What is summed: one subject, all of an account at a level, or those of them that belong to something. */
type Part = { readonly level: ReachLevel; readonly subjects: RawBuilder<unknown> };
type Asked = {
  readonly from: string;
  readonly to: string;
  readonly by: By;
  readonly limit: number;
  /** Of which the totals are. */
  readonly whole: Part;
  /** What the rows are of. */
  readonly rows: Part;
};

const LEVEL_OF = {
  campaign: 'campaign',
  adSet: 'ad_set',
  creative: 'creative',
  website: 'website',
  widget: 'widget',
} as const satisfies Record<Exclude<By, 'date'>, ReachLevel>;

const all = sql`true`;
const one = (id: number) => sql`subject_id = ${id}`;

/**
 * An advertiser's reach, of everything or of a campaign.
 * @throws AppError `invalid_input`; `campaign_not_found`, also for someone else's
 */
export async function giveAdvertiserReach(
  deps: Deps,
  actor: Actor,
  { campaignId, by, ...input }: z.output<typeof advertiserReachQuery>,
): Promise<Reach> {
  const { from, to } = reportDays(deps, actor, input);
  const asked = { from, to, by, limit: input.limit };
  if (campaignId === undefined) {
    const whole: Part = { level: 'advertiser', subjects: all };
    return await reachOf(deps, actor, {
      ...asked,
      whole,
      rows: by === 'date' ? whole : { level: LEVEL_OF[by], subjects: all },
    });
  }
  if (by === 'creative')
    throw invalidInput(refusalAt('campaignId', { reason: 'report_creative_of_campaign' }));
  await deps.db
    .selectFrom('campaign')
    .select('id')
    .where('id', '=', campaignId)
    .where('advertiser_id', '=', actor.accountId)
    .executeTakeFirstOrThrow(() => new AppError('campaign_not_found'));
  const whole: Part = { level: 'campaign', subjects: one(campaignId) };
  const ofCampaign = sql`subject_id in (select id from ad_set where campaign_id = ${campaignId})`;
  return await reachOf(deps, actor, {
    ...asked,
    whole,
    rows: by === 'adSet' ? { level: 'ad_set', subjects: ofCampaign } : whole,
  });
}

/**
 * A publisher's reach, of everything or of a website.
 * @throws AppError `invalid_input`; `website_not_found`, also for someone else's
 */
export async function givePublisherReach(
  deps: Deps,
  actor: Actor,
  { websiteId, by, ...input }: z.output<typeof publisherReachQuery>,
): Promise<Reach> {
  const { from, to } = reportDays(deps, actor, input);
  const asked = { from, to, by, limit: input.limit };
  if (websiteId === undefined) {
    const whole: Part = { level: 'publisher', subjects: all };
    return await reachOf(deps, actor, {
      ...asked,
      whole,
      rows: by === 'date' ? whole : { level: LEVEL_OF[by], subjects: all },
    });
  }
  await deps.db
    .selectFrom('website')
    .select('id')
    .where('id', '=', websiteId)
    .where('publisher_id', '=', actor.accountId)
    .executeTakeFirstOrThrow(() => new AppError('website_not_found'));
  const whole: Part = { level: 'website', subjects: one(websiteId) };
  const ofWebsite = sql`subject_id in (select id from widget where website_id = ${websiteId})`;
  return await reachOf(deps, actor, {
    ...asked,
    whole,
    rows: by === 'widget' ? { level: 'widget', subjects: ofWebsite } : whole,
  });
}

type Sums = { viewers: string; impressions: string };

async function reachOf({ db }: Deps, actor: Actor, asked: Asked): Promise<Reach> {
  const { from, to, by, limit, whole, rows } = asked;
  // The account first: nothing is asked without it.
  const within = ({ level, subjects }: Part) =>
    sql`account_id = ${actor.accountId} and level = ${level} and day between ${from}::date and ${to}::date and ${subjects}`;
  const sums = sql`coalesce(sum(viewers), 0)::text as viewers, coalesce(sum(impressions), 0)::text as impressions`;
  const totals = await sql<Sums & { counted_at: Date | null; steps: string[] }>`
    select ${sums}, (select counted_at from reach_state) as counted_at,
           array[${sql.join(FREQUENCY_STEPS.map((step) => sql`coalesce(sum(${sql.ref(`seen_${step}`)}), 0)`))}]::text[] as steps
      from reach_day where ${within(whole)}`.execute(db);
  const [key, order, most] =
    by === 'date' ? [sql`day`, sql`day`, null] : [sql`subject_id`, sql`sum(viewers) desc, subject_id`, limit];
  const found = await sql<Sums & { key: string }>`
    select ${key}::text as key, ${sums} from reach_day where ${within(rows)}
     group by ${key} order by ${order} limit ${most}`.execute(db);
  const labels = await readLabels(
    db,
    found.rows.map((row) => ({ dims: { [by]: row.key } })),
  );
  const total = theRow(totals);
  return {
    from,
    to,
    countedAt: total.counted_at?.toISOString() ?? null,
    errorShare: REACH_ERROR_SHARE,
    ...figuresOf(total),
    distribution: FREQUENCY_STEPS.map((times, index) => ({
      times,
      viewerDays: Number(total.steps[index]),
    })),
    rows: found.rows.map((row) => ({
      key: row.key,
      label: labels.get(by)?.get(row.key) ?? row.key,
      ...figuresOf(row),
    })),
  };
}

function figuresOf(sums: Sums) {
  const [viewerDays, impressions] = [Number(sums.viewers), Number(sums.impressions)];
  return { viewerDays, impressions, frequency: viewerDays === 0 ? null : impressions / viewerDays };
}
