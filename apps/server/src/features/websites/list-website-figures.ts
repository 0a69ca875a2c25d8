import type { WebsiteFigures } from '@placard/contract/websites';
import { dollarsFromMicros } from '@placard/domain/micros';
import { numberOfDay } from '@placard/domain/time-zone';
import { sql } from 'kysely';
import type { HasAnalytics } from '../../analytics/open-analytics.ts';
import { runBreakdown } from '../../analytics/run-report.ts';
import { topPageViews } from '../../analytics/run-website-stats.ts';
import type { Actor, HasClock, HasDb } from '../../deps.ts';
import { idsOf } from '../list-query.ts';
import { refusedToCaller } from '../reports/give-report.ts';
import { reportDays } from '../reports/report-days.ts';

/**
 * Figures of the actor's websites within days of the account's zone, in the order of the ids: what the report says of
 * each, and the page views of its analytics code. Someone else's and unknown websites are left out.
 * @throws AppError `invalid_input` for a range that is upside down or too long.
 */
export async function listWebsiteFigures(
  deps: HasDb & HasClock & HasAnalytics,
  actor: Actor,
  input: { readonly ids: string; readonly from: string; readonly to: string },
): Promise<WebsiteFigures[]> {
  const asked = idsOf(input.ids);
  const days = reportDays(deps, actor, input);
  const own = await ownWebsites(deps, actor, asked);
  const ids = own.map(({ id }) => id);
  if (ids.length === 0) return [];
  const [{ rows }, views] = await Promise.all([
    refusedToCaller(
      runBreakdown(
        deps,
        { publisherId: actor.accountId },
        {
          metrics: ['impressions', 'earnings'],
          by: ['website'],
          ...days,
          filters: { website: ids.map(String) },
          limit: ids.length,
        },
      ),
    ),
    topPageViews(
      deps,
      {
        publisherId: actor.accountId,
        websiteIds: ids,
        timeZone: days.timeZone,
        fromDayNumber: numberOfDay(days.from),
        toDayNumber: numberOfDay(days.to),
      },
      'website',
      ids.length,
    ),
  ]);
  const figures = new Map(rows.map((row) => [row.dims.website, row.metrics]));
  const viewsOf = new Map(views.map((row) => [row.dims[0], row.views]));
  return own.map(({ id, seen }) => {
    const { impressions, earnings } = figures.get(String(id)) ?? {};
    return {
      id,
      pageViews: viewsOf.get(String(id)) ?? (seen ? 0 : null),
      impressions: Number(impressions ?? 0),
      earnings: typeof earnings === 'bigint' ? dollarsFromMicros(earnings) : 0,
    };
  });
}

async function ownWebsites(deps: HasDb, actor: Actor, ids: readonly number[]) {
  if (ids.length === 0) return [];
  const { rows } = await sql<{ id: number; seen: boolean }>`
    select s.id, c.website_id is not null as seen
      from website s left join website_code c on c.website_id = s.id
     where s.id = any(${ids}::int[]) and s.publisher_id = ${actor.accountId}
     order by array_position(${ids}::int[], s.id)
  `.execute(deps.db);
  return rows;
}
