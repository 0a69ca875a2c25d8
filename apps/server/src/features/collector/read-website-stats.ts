import type { WebsiteStats, websiteStatsQuery } from '@placard/contract/collector';
import { numberOfDay } from '@placard/domain/time-zone';
import { sql } from 'kysely';
import type { z } from 'zod';
import type { HasAnalytics } from '../../analytics/open-analytics.ts';
import type { PageViewSelection } from '../../analytics/page-view-sql.ts';
import { filteredViews, pageViewSeries, topPageViews } from '../../analytics/run-website-stats.ts';
import { AppError, invalidInput, refusalAt } from '../../api/app-error.ts';
import type { Actor, HasClock, HasDb } from '../../deps.ts';
import { reportDays } from '../reports/report-days.ts';
import { readUpdatedAt } from '../reports/updated-at.ts';

type Deps = HasDb & HasClock & HasAnalytics;
type Query = z.output<typeof websiteStatsQuery>;

const MAX_HOURLY_DAYS = 31;

/**
 * Page views and visitors of the actor's websites, in days of the account's time zone.
 * @throws AppError `website_not_found` (also for someone else's), `invalid_input` for a range that is none or too long
 */
export async function readWebsiteStats(deps: Deps, actor: Actor, query: Query): Promise<WebsiteStats> {
  const { from, to, grain, limit } = query;
  const websites = await readWebsites(deps, actor, query.websiteId);
  const selection = selectionOf(deps, actor, query);
  const { fromDayNumber, toDayNumber } = selection;
  const before = {
    ...selection,
    fromDayNumber: fromDayNumber - (toDayNumber - fromDayNumber + 1),
    toDayNumber: fromDayNumber - 1,
  };
  const [now, previous, pages, referrers, countries, devices, byWebsite, filtered, updatedAt] =
    await Promise.all([
      pageViewSeries(deps, selection, grain),
      query.compare === 'previous' ? pageViewSeries(deps, before, grain) : null,
      topPageViews(deps, selection, 'page', limit),
      topPageViews(deps, selection, 'referrer', limit),
      topPageViews(deps, selection, 'country', limit),
      topPageViews(deps, selection, 'device', limit),
      topPageViews(deps, selection, 'website', limit),
      filteredViews(deps, selection),
      readUpdatedAt(deps, 'page_view_batch'),
    ]);
  const domains = new Map(websites.map((website) => [website.id, website.domain]));
  const names = new Intl.DisplayNames('en', { type: 'region' });
  const ofWebsite = (id: string) => ({ websiteId: Number(id), domain: domains.get(Number(id)) ?? '' });
  return {
    timeZone: actor.timeZone,
    from,
    to,
    updatedAt: updatedAt.toISOString(),
    everSeen: websites.some((website) => website.seen),
    totals: now.totals,
    previousTotals: previous?.totals ?? null,
    series: now.series,
    previousSeries: previous?.series ?? null,
    pages: pages.map(({ dims: [id = '', path = ''], ...figures }) => ({
      ...ofWebsite(id),
      path,
      ...figures,
    })),
    referrers: referrers.map(({ dims: [referrer = ''], ...figures }) => ({ referrer, ...figures })),
    countries: countries.map(({ dims: [country = ''], ...figures }) => ({
      country,
      label: country === '' ? '' : (names.of(country) ?? country),
      ...figures,
    })),
    devices: devices.map(({ dims: [device = ''], ...figures }) => ({ device, ...figures })),
    websites: byWebsite.map(({ dims: [id = ''], ...figures }) => ({ ...ofWebsite(id), ...figures })),
    filtered,
  };
}

function selectionOf(deps: HasClock, actor: Actor, query: Query): PageViewSelection {
  const { from, to, timeZone } = reportDays(deps, actor, query);
  const fromDayNumber = numberOfDay(from);
  const toDayNumber = numberOfDay(to);
  if (query.grain === 'hour' && toDayNumber - fromDayNumber >= MAX_HOURLY_DAYS) {
    throw invalidInput(refusalAt('to', { reason: 'statistics_hours_too_long' }));
  }
  const { websiteId, path, referrer, country, device } = query;
  return {
    publisherId: actor.accountId,
    timeZone,
    fromDayNumber,
    toDayNumber,
    ...{ websiteId, path, referrer, country, device },
  };
}

/** The actor's websites, deleted ones too: their page views are still history. */
async function readWebsites(deps: HasDb, actor: Actor, websiteId: number | undefined) {
  const { rows } = await sql<{ id: number; domain: string; seen: boolean }>`
    select s.id, s.domain, c.website_id is not null as seen
      from website s left join website_code c on c.website_id = s.id
     where s.publisher_id = ${actor.accountId}
  `.execute(deps.db);
  if (websiteId === undefined) return rows;
  const own = rows.filter((row) => row.id === websiteId);
  if (own.length === 0) throw new AppError('website_not_found');
  return own;
}
