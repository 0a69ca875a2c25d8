import type { Unpaid } from '@placard/contract/reports';
import type { Metric } from '@placard/domain/analytics/metrics';
import { isTallyOutcome } from '@placard/domain/decision/tally-outcomes';
import { dollarsFromMicros } from '@placard/domain/micros';
import { sql } from 'kysely';
import type { HasAnalytics } from '../../analytics/open-analytics.ts';
import { AppError } from '../../api/app-error.ts';
import type { Actor, HasClock, HasDb } from '../../deps.ts';
import { dollarsOrNull } from '../dollars.ts';
import { listFilteredEvents } from './filtered-events.ts';
import { answer } from './give-report.ts';
import { filtersOf, type PublisherPart } from './publisher-part.ts';
import { reportDays } from './report-days.ts';
import { readUpdatedAt } from './updated-at.ts';

type Deps = HasDb & HasClock & HasAnalytics;

const METRICS = [
  'requests',
  'filledRequests',
  'impressions',
  'viewableImpressions',
  'clicks',
  'earnings',
  'overDelivered',
] as const satisfies readonly Metric[];

/**
 * What became of the views of a publisher's widgets.
 * @throws AppError `widget_not_found`, also for someone else's; `invalid_input` for too many days.
 */
export async function readWhyUnpaid(
  deps: Deps,
  actor: Actor,
  input: PublisherPart & { readonly from: string; readonly to: string },
): Promise<Unpaid> {
  const scope = { publisherId: actor.accountId };
  const days = { ...reportDays(deps, actor, input), filters: filtersOf(input) };
  const widget = input.widgetId === undefined ? null : await readWidget(deps, actor, input.widgetId);
  const [{ totals }, outcomes, filtered, updatedAt] = await Promise.all([
    answer(deps, scope, { ...days, metrics: METRICS }),
    answer(deps, scope, { ...days, metrics: ['requests'], by: ['outcome'] }),
    listFilteredEvents(deps, actor, scope, input),
    readUpdatedAt(deps, 'fact_batch'),
  ]);
  const count = (metric: Metric) => Number(totals[metric]);
  return {
    updatedAt: updatedAt.toISOString(),
    widget,
    requests: count('requests'),
    filled: count('filledRequests'),
    impressions: count('impressions'),
    viewables: count('viewableImpressions'),
    clicks: count('clicks'),
    earnings: dollarsFromMicros(BigInt(totals.earnings ?? 0)),
    overDelivered: count('overDelivered'),
    noFill: outcomes.rows
      .flatMap(({ dims: { outcome = '' }, metrics }) =>
        isTallyOutcome(outcome) ? [{ outcome, count: Number(metrics.requests) }] : [],
      )
      .filter((one) => one.outcome !== 'filled' && one.count > 0),
    filtered,
  };
}

async function readWidget(deps: HasDb, actor: Actor, id: number): Promise<NonNullable<Unpaid['widget']>> {
  const widget = await deps.db
    .selectFrom('widget')
    .innerJoin('website', 'website.id', 'widget.website_id')
    .selectAll('widget')
    .select(['website.domain', 'website.status as website_status'])
    .select(
      sql<number>`((select count(*) from website_block b where b.website_id = website.id)
                 + (select count(*) from widget_block b where b.widget_id = widget.id))::int`.as(
        'block_count',
      ),
    )
    .where('widget.id', '=', id)
    .where('website.publisher_id', '=', actor.accountId)
    .executeTakeFirstOrThrow(() => new AppError('widget_not_found'));
  return {
    id: widget.id,
    websiteId: widget.website_id,
    domain: widget.domain,
    name: widget.name,
    status: widget.status,
    websiteStatus: widget.website_status,
    floorCpm: dollarsOrNull(widget.floor_cpm_micros),
    seenAt: widget.seen_at?.toISOString() ?? null,
    blockCount: widget.block_count,
  };
}
